import type { Secrets } from '../answers/secrets';
import { mac } from '../runtime/preview/token';

const LABEL = 'companion/doctor/v1';
const LIFE_SECONDS = 60;

/**
 * Shows the companion plugin that both secrets are known, without sending them. Good for a minute. The plugin's side is
 * `Pairing\Proof`; both are held to tests/vectors/doctor.json.
 * @param now unix seconds
 * @returns the header that goes with `GET companion/v1/doctor`
 */
export function doctorHeader({ revalidation, preview }: Secrets, now: number): Record<string, string> {
  const exp = now + LIFE_SECONDS;
  const proofs = [
    mac(revalidation, LABEL, `v1|revalidation|${exp}`),
    mac(preview, LABEL, `v1|preview|${exp}`),
  ];
  return { 'X-Companion-Doctor': [exp, ...proofs].join('.') };
}
