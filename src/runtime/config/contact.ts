import { SAMPLE_CMS_URL } from '../base/sample-cms-url.ts';
import type { contactDeliveries, SiteConfig } from './schema.ts';

export type ContactDelivery = Exclude<(typeof contactDeliveries)[number], 'none'>;

/** Environment variables that each needs. */
const variables = {
  wordpress: [],
  resend: ['EMAIL_PROVIDER_API_KEY', 'EMAIL_FROM_ADDRESS'],
  smtp: ['SMTP_URL', 'EMAIL_FROM_ADDRESS'],
} as const;

/**
 * How messages of the contact form are delivered.
 * @param variable reads the environment; undefined or empty where it is not set
 * @returns or why they are not, as a part of a sentence that holds no secret
 */
export function contactDelivery(
  { features: { contact }, wordpress }: SiteConfig,
  variable: (name: (typeof variables)['resend' | 'smtp'][number]) => string | undefined,
): { by: ContactDelivery } | { by: undefined; why: string } {
  if (contact === 'none') return without('features.contact is none');
  if (contact === 'wordpress' && wordpress.graphqlUrl === SAMPLE_CMS_URL)
    return without('features.contact is wordpress, and the sample CMS takes no messages');
  const by = contact ?? 'resend';
  const [lacking] = variables[by].filter((name) => !variable(name));
  if (lacking) return without(`${lacking} is not set`);
  if (by === 'smtp' && !/^smtps?:\/\/[^/\s]+/.test(variable('SMTP_URL') ?? ''))
    return without('SMTP_URL does not begin with smtp:// or smtps:// and a host');
  return { by };
}

const without = (why: string) => ({ by: undefined, why });
