import { type Visitor, visitorHeader } from '../../base/visitor-signature.ts';
import { cmsOrigin, environment, siteConfig } from '../../config/site.ts';

/**
 * Addresses something of a visitor to WordPress, with the signature that this site sends it.
 * @param target below `companion/v1/`: `forms/contact-form-7:12`
 * @param id of what was sent, 32 hexadecimal digits
 * @param body to be sent. PHP keeps no upload as it came, so that the signature is of JSON alone.
 */
export function requestFor(
  target: string,
  id: string,
  visitor: Visitor,
  contentType: string,
  body: unknown,
): { url: string; headers: Record<string, string> } {
  const now = Math.floor(Date.now() / 1000);
  const json = contentType === 'application/json' && typeof body === 'string' ? body : undefined;
  return {
    url: `${cmsOrigin}/?rest_route=/companion/v1/${target}`,
    headers: {
      'Content-Type': contentType,
      ...(environment.CMS_AUTHORIZATION ? { Authorization: environment.CMS_AUTHORIZATION } : {}),
      ...visitorHeader(siteConfig.wordpress.revalidateSecret, target, id, visitor, now, json),
    },
  };
}
