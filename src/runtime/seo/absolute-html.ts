/** Attributes with one address. `srcset` and files are absolute already: they stay on the CMS. */
const ADDRESS = /(\s(?:href|src|poster|cite)=")([^"]*)"/g;

/**
 * Makes the addresses in HTML absolute, for readers that show it elsewhere. Works on the sanitiser's output only, which
 * is well-formed and escapes `<` and `>` in attribute values.
 * @param base the address of the item; `#section` is a place in it
 */
export function absoluteHtml(html: string, base: string): string {
  return html.replace(ADDRESS, (whole, start: string, address: string) => {
    if (!/^[/#?]/.test(address) || !URL.canParse(address, base)) return whole;
    return `${start}${new URL(address, base).href}"`;
  });
}
