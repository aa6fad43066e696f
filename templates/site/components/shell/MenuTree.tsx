import type { MenuNode } from 'headless-site/content';
import { classTokens, plainText } from 'headless-site/html';
import { Icon } from '@/components/content/Icon';
import { shellWords } from '@/components/words';

interface MenuTreeProps {
  nodes: MenuNode[];
  currentPath?: string;
  className?: string;
  /** 0 is the menu itself: its entries open their children, deeper ones are listed below their parent. */
  depth?: number;
}

/** Entries at the start of a menu whose panels have room to the end; the panels of the last two open the other way. */
const START = 4;
/** Links of a panel beyond which it has two columns. */
const LONG_PANEL = 10;

/** A menu of any depth. An entry with children has a link and beside it a `<details>`, which works without JavaScript. */
export function MenuTree({ nodes, currentPath, className, depth = 0 }: MenuTreeProps) {
  const isEnd = (i: number) => depth === 0 && i >= Math.max(START, nodes.length - 2);
  return (
    <ul className={className}>
      {nodes.map((node, i) => (
        <li
          key={node.id}
          data-branch={holds(node, currentPath) ? '' : undefined}
          className={[...tokens(node), ...(isEnd(i) ? ['at-end'] : [])].join(' ') || undefined}
        >
          <Entry node={node} currentPath={currentPath} depth={depth} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ node, currentPath, depth }: { node: MenuNode; currentPath?: string; depth: number }) {
  const children = node.children.length > 0 && (
    <MenuTree
      nodes={node.children}
      currentPath={currentPath}
      className={depth === 0 && isLongPanel(node) ? 'two-columns' : undefined}
      depth={depth + 1}
    />
  );
  if (!children || depth > 0) {
    return (
      <>
        <MenuLink node={node} currentPath={currentPath} />
        {children}
      </>
    );
  }
  const label = plainText(node.label);
  return (
    <>
      {!isPlaceholder(node) && <MenuLink node={node} currentPath={currentPath} />}
      <details name="site-menu">
        <summary>
          {isPlaceholder(node) ? (
            <span className="menu-text">{label}</span>
          ) : (
            <span className="visually-hidden">{shellWords.more(label)}</span>
          )}
          <Icon name="chevron" size={16} />
        </summary>
        {children}
      </details>
    </>
  );
}

/** One entry. Custom links that lead nowhere (`#`) are headings of their children, not links. */
export function MenuLink({ node, currentPath }: { node: MenuNode; currentPath?: string }) {
  if (isPlaceholder(node)) return <span className="menu-text">{plainText(node.label)}</span>;
  const newTab = node.target === '_blank';
  return (
    <a
      href={node.href}
      aria-current={isSamePath(node.href, currentPath) ? 'page' : undefined}
      className={BUTTONS.some((token) => hasToken(node, token)) ? 'button' : undefined}
      target={newTab ? '_blank' : undefined}
      rel={newTab ? 'noopener' : undefined}
    >
      {plainText(node.label)}
    </a>
  );
}

function isPlaceholder(node: MenuNode): boolean {
  return node.href === '' || node.href === '#';
}

const countLinks = ({ children }: MenuNode): number =>
  children.reduce((sum, child) => sum + 1 + countLinks(child), 0);

const isLongPanel = (node: MenuNode): boolean =>
  countLinks(node) > LONG_PANEL || node.children.filter(({ children }) => children.length > 0).length > 1;

/** Whether the page that is shown lies below an entry. */
function holds(node: MenuNode, currentPath: string | undefined): boolean {
  return node.children.some((child) => isSamePath(child.href, currentPath) || holds(child, currentPath));
}

/** Trailing slashes and the case of percent-encoding do not make another page. */
export function isSamePath(href: string, currentPath: string | undefined): boolean {
  return currentPath !== undefined && normal(href) === normal(currentPath);
}

function normal(path: string): string {
  const bare = path.replace(/[?#].*$/s, '').replace(/%[0-9a-f]{2}/gi, (code) => code.toLowerCase());
  return bare.replace(/\/+$/, '') || '/';
}

/** Classes that make an entry a button: in the header, and in the footer. */
const BUTTONS = ['button', 'newsletter'];

/** Whether the CMS's menu screen asked for a class. */
export const hasToken = (node: MenuNode, token: string): boolean => node.cssClasses.includes(token);

/** Classes that the menu screen asked for; those of buttons are the link's. */
function tokens(node: MenuNode): string[] {
  return classTokens(node.cssClasses.filter((token) => !BUTTONS.includes(token)).join(' '));
}
