/** An XML document, or 404 for none. */
export function xmlResponse(xml: string | null, type = 'application/xml'): Response {
  if (xml === null) return new Response('Not found\n', { status: 404 });
  return new Response(xml, { headers: { 'Content-Type': `${type}; charset=utf-8` } });
}
