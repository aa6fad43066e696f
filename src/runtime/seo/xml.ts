/** What XML 1.0 has no way to write: control characters and halves of surrogate pairs. */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

export const validXml = (text: string) => text.replace(NOT_XML, '');

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text or an attribute value of an XML document. */
export function escapeXml(text: string): string {
  return validXml(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
