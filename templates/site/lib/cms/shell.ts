import { decodeHTML } from 'entities';
import type { RenderingStrategy } from '@/lib/config';
import { siteConfig } from '@/site.config';
import { pageThrough } from './paging';
import { getMenu, getMenuRest, getSettings } from './queries/site';
import { dependOn, read } from './read';
import { lasting } from './strategy';
import { tags } from './tags';
import { toMenu } from './to-view';
import type { MenuNode, ShellView } from './views';

/**
 * What stands around every page: site title, menus, language. Each page reads it with its own strategy, so that a menu
 * edit leaves a `static` page alone.
 */
export async function readShell(strategy: RenderingStrategy): Promise<ShellView> {
  return shell(strategy, { menus: tags.menus, settings: tags.settings });
}

/**
 * The same for the not-found page. A cached 404 may only be dropped at once and never be refreshed in the background
 * (it would become an empty page with status 200), so it hangs on tags of its own and carries no interval.
 * @param path the address that nothing lives at, in normal form
 */
export async function readNotFoundShell(path: string): Promise<ShellView> {
  await Promise.all([dependOn(tags.missing(path)), dependOn(tags.anyMissing)]);
  return shell(lasting, { menus: tags.notFound, settings: tags.notFound });
}

async function shell(
  strategy: RenderingStrategy,
  tag: { menus: string; settings: string },
): Promise<ShellView> {
  const [settings, primary, footer] = await Promise.all([
    read({ operation: getSettings, variables: {}, tags: [tag.settings], strategy }),
    readMenu('PRIMARY', tag.menus, strategy),
    readMenu('FOOTER', tag.menus, strategy),
  ]);
  const { title, description, language } = settings.generalSettings ?? {};
  return {
    title: decodeHTML(title ?? '') || siteConfig.site.name,
    description: decodeHTML(description ?? '') || siteConfig.site.description,
    language: (language ?? 'en').replaceAll('_', '-'),
    primary,
    footer,
  };
}

async function readMenu(
  location: 'PRIMARY' | 'FOOTER',
  tag: string,
  strategy: RenderingStrategy,
): Promise<MenuNode[]> {
  const common = { tags: [tag], strategy };
  const items = await pageThrough('GetMenu', async (after) => {
    const { menuItems } = after
      ? await read({ ...common, operation: getMenuRest, variables: { location, after } })
      : await read({ ...common, operation: getMenu, variables: { location } });
    return menuItems;
  });
  return toMenu(items, siteConfig.wordpress.graphqlUrl);
}
