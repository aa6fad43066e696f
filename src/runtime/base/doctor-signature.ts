import { mac } from './mac.ts';

/** The secrets in the site's environment. */
interface Secrets {
  revalidation: string;
  preview: string;
}

const LABEL = 'companion/doctor/v1';
const LIFE_SECONDS = 60;

/**
 * Shows the companion plugin that both secrets are known, without sending them. Good for a minute. The plugin's side is
 * `Pairing\DoctorSignature`; both are held to tests/vectors/doctor.json.
 * @param now unix seconds
 */
export function doctorSignature({ revalidation, preview }: Secrets, now: number): string {
  const exp = now + LIFE_SECONDS;
  const signatures = [
    mac(revalidation, LABEL, `v1|revalidation|${exp}`),
    mac(preview, LABEL, `v1|preview|${exp}`),
  ];
  return [exp, ...signatures].join('.');
}

/** The header that goes with `GET companion/v1/doctor`. */
export const doctorHeader = (secrets: Secrets, now: number): Record<string, string> => ({
  'X-Companion-Doctor': doctorSignature(secrets, now),
});
