import type { Secrets } from '../answers/secrets';
import type { SiteConfig } from '../runtime/config';

export interface CompanionSettings {
  version: 1;
  serviceUrl: string;
  revalidationSecret: string;
  revalidationSecretPrevious?: string;
  previewSecret: string;
  previewSecretPrevious?: string;
  webhooksEnabled: boolean;
  previewEnabled: boolean;
  previewMode: 'signed' | 'plain';
}

/** Settings that the companion plugin imports, by `templates/plugin-settings/schema.json`. Holds the secrets. */
export function companionSettings(config: SiteConfig, secrets: Secrets): CompanionSettings {
  const { preview } = config.features;
  return {
    version: 1,
    serviceUrl: (config.site.url ?? '').replace(/\/+$/, ''),
    revalidationSecret: secrets.revalidation,
    ...(secrets.revalidationPrevious ? { revalidationSecretPrevious: secrets.revalidationPrevious } : {}),
    previewSecret: secrets.preview,
    ...(secrets.previewPrevious ? { previewSecretPrevious: secrets.previewPrevious } : {}),
    webhooksEnabled: true,
    previewEnabled: typeof preview === 'boolean' ? preview : preview.enabled,
    previewMode: 'signed',
  };
}

/** The same without the values of the secrets, and whether they are being rotated: what may be committed. */
export function companionBase(
  config: SiteConfig,
  { revalidation, preview }: Secrets,
): Record<string, unknown> {
  const entries = Object.entries(companionSettings(config, { revalidation, preview }));
  return Object.fromEntries(entries.map(([key, value]) => [key, isSecretKey(key) ? null : value]));
}

export function isSecretKey(key: string): boolean {
  return /Secret(Previous)?$/.test(key);
}
