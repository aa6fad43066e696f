import { lasting, readShell } from 'headless-site/content';
import { NotFound } from '@/components/NotFound';
import { SiteShell } from '@/components/shell/SiteShell';

/** The not-found page as visitors will see it, header and menus included; without them while the CMS does not answer. */
export async function MissingInDevelopment() {
  const shell = await readShell(lasting).catch(() => null);
  const page = <NotFound />;
  return shell ? <SiteShell shell={shell}>{page}</SiteShell> : <main>{page}</main>;
}
