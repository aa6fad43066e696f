import { isProduction } from 'headless-site/config';
import type { ShellView } from 'headless-site/content';
import { readUnknownFields } from 'headless-site/content';
import { Notice } from '@/components/content/Notice';
import { PageHeading } from '@/components/content/PageHeading';

/** Errors of a first run explain themselves on the page, in development only. */

export function UnreachableCms({ message }: { message: string }) {
  return (
    <main className="page-part">
      <PageHeading>Waiting for the CMS</PageHeading>
      <Notice tone="error" title="The site runs, its CMS does not answer">
        {message}
      </Notice>
    </main>
  );
}

export function EmptyMenuNote({ shell }: { shell: ShellView }) {
  if (isProduction || shell.primary.length > 0) return null;
  return (
    <Notice tone="info" title="The main menu is empty">
      In WordPress, create a menu under Appearance, Menus, and assign it to the location PRIMARY. Without the
      companion plugin, the theme has to register that location. Visitors never see this note.
    </Notice>
  );
}

export async function UnknownFieldsNote() {
  const problems = await readUnknownFields();
  if (problems.length === 0) return null;
  return (
    <Notice tone="error" title="A mistake in a file of this site">
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      A build ends with this error. Visitors never see this note.
    </Notice>
  );
}
