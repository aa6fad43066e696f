import type { Page } from 'playwright-core';

/**
 * Compares how a page looks with the styles that it carries and with all of its style sheet.
 *
 * @param within selector of the elements that are compared, with their own and all below them
 * @returns what is not the same, as `ELEMENT.class property: value`; and how many values were compared
 */
export async function differences(
  page: Page,
  within = 'body',
): Promise<{ found: string[]; compared: number }> {
  // Code that runs in the page is compiled by tsx, which notes each function's name by a helper of its own.
  await page.evaluate('globalThis.__name = (named) => named');
  return page.evaluate(async (selector) => {
    const stylesOf = () =>
      [...document.querySelectorAll(`${selector}, ${selector} *`)].flatMap((element) =>
        ['', '::before', '::after', '::marker'].flatMap((part) => {
          const style = getComputedStyle(element, part);
          const name = `${element.tagName}.${element.getAttribute('class')}${part}`;
          // Variables show in what they are used for.
          const properties = [...style].filter((property) => !property.startsWith('--'));
          return properties.map((property) => `${name} ${property}: ${style.getPropertyValue(property)}`);
        }),
      );
    const alone = stylesOf();
    const sheets = document.querySelector<HTMLElement>('style[data-sheets]')?.dataset.sheets?.split(' ');
    if (!sheets) throw new Error('the page names no style sheet');
    for (const href of sheets) {
      const style = document.createElement('style');
      // Fonts come when they do, and are not compared.
      style.textContent = (await (await fetch(href)).text()).replace(/@font-face\s*\{[^}]*\}/g, '');
      document.head.append(style);
    }
    const whole = stylesOf();
    return { found: alone.filter((style, at) => style !== whole[at]).slice(0, 20), compared: whole.length };
  }, within);
}
