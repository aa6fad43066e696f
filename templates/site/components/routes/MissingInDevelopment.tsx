import { lasting, readShell } from 'headless-site/content';
import { SiteShell } from '@/components/shell/SiteShell';
import { MissingView } from './MissingView';

/** The not-found page as visitors will see it, header and menus included; without them while the CMS does not answer. */
export async function MissingInDevelopment() {
  const shell = await readShell(lasting).catch(() => null);
  const page = <MissingView path={null} shell={shell} />;
  return shell ? <SiteShell shell={shell}>{page}</SiteShell> : <main>{page}</main>;
}
