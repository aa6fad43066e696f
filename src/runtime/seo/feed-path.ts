/** `/category/making/` has its feed at `/category/making/feed/`, as in WordPress; the slash stays as the CMS has it. */
export function feedPath(path: string): string {
  const slash = path.endsWith('/') ? '/' : '';
  return `${path.replace(/\/$/, '')}/feed${slash}`;
}
