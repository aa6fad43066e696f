import * as z from 'zod';
import type { Secrets } from '../answers/secrets';
import { CliError } from '../base/errors';
import { line } from '../cms/line';
import type { CmsAccess } from '../cms/post';
import { type RestRoot, restRequest } from '../cms/rest';
import { isSameAddress } from '../cms/url';
import type { CompanionSettings } from '../plan/companion-settings';
import { doctorHeader } from '../runtime/base/doctor-signature';
import type { Credentials } from './credentials';

/** How the plugin describes its connection with the site. Its texts are printed, so they are lines. */
export const connectionSchema = z.object({
  status: z.enum(['connected', 'disconnected']),
  problem: line.nullable(),
  message: line,
  fix: line.nullable(),
});
export type Connection = z.output<typeof connectionSchema>;

export interface Stored {
  connection: Connection;
  /** Settings that wp-config.php decides, with the constant; they were left as they are. */
  locked: Readonly<Record<string, string>>;
  /** What concerns visitors and search engines of WordPress, as it is now. */
  settings: { redirectFrontEnd: boolean; noindexFrontEnd: boolean };
}

/** WordPress knows no such password or code: a typing error, as a rule. */
export class NotAccepted extends CliError {}

const storedSchema = z.object({
  connection: connectionSchema,
  locked: z.record(line, line),
  settings: z.object({ redirectFrontEnd: z.boolean(), noindexFrontEnd: z.boolean() }),
});
const presentSchema = z.object({ settings: z.object({ serviceUrl: line }) });
const errorSchema = z.object({
  code: z.string().catch(''),
  message: line.catch(''),
  errors: z.record(line, line).catch({}),
});

/**
 * Stores the settings in the plugin: all of them or none.
 * @param access to a WordPress behind a password of the web server; an application password takes its place
 * @throws {CliError} of kind `cms`, with WordPress's reason and the fix; NotAccepted where the credentials are not
 */
export async function sendSettings(
  rest: RestRoot,
  credentials: Credentials,
  { version: _version, ...settings }: CompanionSettings,
  access: CmsAccess,
): Promise<Stored> {
  // A previous secret that the site has no more must not be accepted by WordPress any more.
  const all = { revalidationSecretPrevious: null, previewSecretPrevious: null, ...settings };
  const { status, body } =
    credentials.kind === 'code'
      ? await restRequest(rest.url, 'companion/v1/pair', access, {
          method: 'POST',
          json: { code: credentials.code, settings: all },
        })
      : await restRequest(rest.url, 'companion/v1/settings', credentials, { method: 'POST', json: all });
  const stored = storedSchema.safeParse(body);
  if (status === 200 && stored.success) return stored.data;
  throw refusal(status, errorSchema.safeParse(body).data);
}

function refusal(status: number, error: z.output<typeof errorSchema> | undefined): CliError {
  if (error?.code === 'companion_invalid_code')
    return new NotAccepted('cms', error.message, { fix: 'Run connect again with the new code.' });
  if (error?.code === 'companion_invalid_settings') {
    return new CliError('cms', 'WordPress rejected these settings. Nothing was saved.', {
      details: Object.entries(error.errors).map(([name, reason]) => `${name}: ${reason}`),
      fix: 'Correct the answers: npx create-headless-site regenerate-config. A public address comes from --site-url.',
    });
  }
  if (status === 401) {
    return new NotAccepted('cms', 'WordPress does not accept this user and application password.', {
      fix: 'Check both. If the server drops the Authorization header: connect --with-code',
    });
  }
  if (status === 403) {
    return new CliError('cms', 'This user may not change the settings of the companion plugin.', {
      fix: 'Agree as an administrator.',
    });
  }
  return new CliError(
    'cms',
    `WordPress did not store the settings (${status || 'no'} answer${error?.message ? `: ${error.message}` : ''}).`,
    {
      fix: 'Check the WordPress error log, or import wordpress/companion-settings.json on the settings page.',
    },
  );
}

/**
 * The site that WordPress is connected with, where that is another one: its address, or undefined where WordPress has none,
 * or has this site's secrets (the same site, moved).
 */
export async function otherSite(
  rest: RestRoot,
  credentials: Extract<Credentials, { kind: 'password' }>,
  own: { address: string; secrets: Secrets },
  access: CmsAccess,
): Promise<string | undefined> {
  // Nothing to store: it answers with what there is.
  const nothing = { method: 'POST', json: {} } as const;
  const { body } = await restRequest(rest.url, 'companion/v1/settings', credentials, nothing);
  const there = presentSchema.safeParse(body).data?.settings.serviceUrl;
  if (!there || isSameAddress(there, own.address)) return undefined;
  const headers = doctorHeader(own.secrets, Math.floor(Date.now() / 1000));
  const { status } = await restRequest(rest.url, 'companion/v1/doctor', access, { headers });
  return status === 200 ? undefined : there;
}

/**
 * Takes the application password back that these credentials are.
 * @returns whether it is gone
 */
export async function revoke(rest: RestRoot, authorization: string): Promise<boolean> {
  const own = 'wp/v2/users/me/application-passwords';
  try {
    const { body } = await restRequest(rest.url, `${own}/introspect`, { authorization });
    const { uuid } = z.object({ uuid: z.uuid() }).parse(body);
    const { status } = await restRequest(rest.url, `${own}/${uuid}`, { authorization }, { method: 'DELETE' });
    return status === 200;
  } catch {
    return false;
  }
}
