import { decodeHTML } from 'entities';
import { languageOf } from '../base/language.ts';
import { type RenderingStrategy, siteDefaults } from '../config/index.ts';
import { cmsOrigin, siteConfig } from '../config/site.ts';
import { dependOn, read } from './client/read.ts';
import { readMenuFields, readOptionFields } from './fields/read-fields.ts';
import { toIcon, toLogo } from './model/identity.ts';
import { pageThrough } from './model/paging.ts';
import { lasting } from './model/strategy.ts';
import { tags } from './model/tags.ts';
import { toMenu } from './model/to-view.ts';
import type { CmsIdentity, CmsSettings } from './model/types.ts';
import type { Identity, MenuNode, ShellView } from './model/views.ts';
import { getMenu, getMenuRest, getSettings } from './queries/site.ts';

/**
 * The frame of every page: site title, menus, language. Each page reads it with its own strategy, so that a menu
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

/** The site's name and language, for callers that show no menus. */
export async function readIdentity(strategy: RenderingStrategy): Promise<Identity> {
  return identityOf(await readSettings(strategy, tags.settings));
}

interface Answer {
  generalSettings: CmsSettings | null;
  companionIdentity?: CmsIdentity | null;
}

const readSettings = (strategy: RenderingStrategy, tag: string) =>
  read({ operation: getSettings, variables: {}, tags: [tag], strategy });

async function shell(
  strategy: RenderingStrategy,
  tag: { menus: string; settings: string },
): Promise<ShellView> {
  const [settings, primary, footer] = await Promise.all([
    readSettings(strategy, tag.settings),
    readMenu('PRIMARY', tag.menus, strategy),
    readMenu('FOOTER', tag.menus, strategy),
  ]);
  const identity = identityOf(settings);
  return {
    ...identity,
    logo: toLogo(settings.companionIdentity, identity.title),
    primary,
    footer,
    options: readOptionFields(settings),
  };
}

/**
 * The site's name, in the one place that sets it. An answer of the owner wins; the schema's default is no answer,
 * so WordPress's title stands there, and follows it. A new WordPress has no tagline: the default says nothing to visitors.
 */
export function identityOf({ generalSettings: settings, companionIdentity }: Answer): Identity {
  const { name, description } = siteConfig.site;
  const answer = (given: string, usual: string) => (given === usual ? '' : given);
  return {
    title: answer(name, siteDefaults.name) || decodeHTML(settings?.title ?? '') || name,
    description: answer(description, siteDefaults.description) || decodeHTML(settings?.description ?? ''),
    language: languageOf(settings?.language),
    dates: {
      date: settings?.dateFormat ?? '',
      time: settings?.timeFormat ?? '',
      timeZone: settings?.timezone ?? '',
    },
    icon: toIcon(companionIdentity),
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
  return toMenu(items, cmsOrigin, readMenuFields);
}
