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

/** A menu of any depth. An entry with children has a link and beside it a `<details>`, which works without JavaScript. */
export function MenuTree({ nodes, currentPath, className, depth = 0 }: MenuTreeProps) {
  return (
    <ul className={className}>
      {nodes.map((node) => (
        <li key={node.id} data-branch={holds(node, currentPath) ? '' : undefined} className={tokens(node)}>
          <Entry node={node} currentPath={currentPath} depth={depth} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ node, currentPath, depth }: { node: MenuNode; currentPath?: string; depth: number }) {
  const children = node.children.length > 0 && (
    <MenuTree nodes={node.children} currentPath={currentPath} depth={depth + 1} />
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
            <span className="sr-only">{shellWords.more(label)}</span>
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

/** Classes that the CMS's menu screen asked for. */
function tokens(node: MenuNode): string | undefined {
  return classTokens(node.cssClasses.join(' ')).join(' ') || undefined;
}
