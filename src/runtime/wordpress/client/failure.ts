import { WordPressError } from '../model/errors.ts';
import { type Diagnosis, diagnoses } from './diagnosis.ts';

/** The status that stands for each diagnosis: the site is a gateway in front of the CMS. */
const statuses: Partial<Record<Diagnosis, number>> = { timeout: 504, overloaded: 503 };
const BAD_GATEWAY = 502;

/** An error that names the address of the CMS, what is wrong with it, and the fix. */
export function cmsFailure(url: string, diagnosis: Diagnosis): WordPressError {
  const { problem, fix } = diagnoses[diagnosis];
  const address = withoutCredentials(url);
  const message = `${problem.replace('%', address)}. ${fix}`;
  return new WordPressError(message, statuses[diagnosis] ?? BAD_GATEWAY, { url: address, diagnosis });
}

function withoutCredentials(url: string): string {
  if (!URL.canParse(url)) return url;
  const clean = new URL(url);
  clean.username = '';
  clean.password = '';
  return clean.href;
}
