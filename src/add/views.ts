import { pascal } from './names';
import type { Place } from './places';

/** The component that shows a place in the theme. */
export interface View {
  /** Folder of the component that shows the fields. */
  folder: string;
  component: string;
  /** From `headless-site/content`: its `field` holds the fields. */
  type: string;
  field: string;
  /** Whose fields they are, for people. */
  owner: string;
  /** Classes of the element around. */
  classes: string;
  /** Where it is put: the file, behind what, and how the fields are called there. */
  file: string;
  behind: string;
  fields: string;
}

/** @param name of the group */
export function viewOf({ kind, type }: Pick<Place, 'kind' | 'type'>, name: string): View {
  const component = pascal(name);
  if (kind === 'terms')
    return {
      folder: 'components/routes',
      component,
      type: 'ArchivePage',
      field: 'fields',
      owner: 'an archive',
      classes: 'container mb-8 space-y-3 empty:hidden',
      file: 'components/routes/ArchiveView.tsx',
      behind: '<ArchiveHeader … />',
      fields: 'archive.fields',
    };
  if (kind === 'site') return siteView(type, component);
  const isPage = type === 'page';
  return {
    folder: isPage ? 'components/pages' : 'components/posts',
    component,
    type: isPage ? 'PageView' : 'PostView',
    field: 'fields',
    owner: isPage ? 'a page' : 'a post',
    classes: 'article-column mb-8 space-y-3 empty:hidden',
    file: isPage ? 'components/pages/PageBody.tsx' : 'components/posts/Article.tsx',
    behind: isPage ? '<Title … />' : '<ArticleHeader … />',
    fields: isPage ? 'page.fields' : 'post.fields',
  };
}

function siteView(type: string, component: string): View {
  switch (type) {
    case 'author':
      return {
        folder: 'components/posts',
        component: prefixed('Author', component),
        type: 'PostView',
        field: 'authorFields',
        owner: 'an author',
        classes: 'mt-4 space-y-3 text-sm empty:hidden',
        file: 'components/posts/Article.tsx',
        behind: 'the )} that ends {post.authorDescription && (',
        fields: 'post.authorFields',
      };
    case 'menuItem':
      return {
        folder: 'components/shell',
        component: prefixed('Menu', component),
        type: 'MenuNode',
        field: 'fields',
        owner: 'an entry of a menu',
        classes: 'space-y-1 text-sm empty:hidden',
        file: 'components/shell/MenuTree.tsx',
        behind: 'each line with <MenuLink node={node} … /> in Entry',
        fields: 'node.fields',
      };
    default:
      return {
        folder: 'components/shell',
        component,
        type: 'ShellView',
        field: 'options',
        owner: 'the site',
        classes: 'container space-y-3 py-8 empty:hidden',
        file: 'components/shell/Footer.tsx',
        behind: '<footer …>, as the first thing in it',
        fields: 'shell.options',
      };
  }
}

/** A group `menu-look` of menu entries is no `MenuMenuLook`. */
const prefixed = (prefix: string, component: string) =>
  component.startsWith(prefix) ? component : `${prefix}${component}`;
