import type { SiteConfig } from '../../templates/site/lib/config';
import type { Answers } from '../answers/answers';
import type { Secrets } from '../answers/secrets';

/** What the managed files follow from. */
export interface ManagedInput {
  /** Validated, with defaults and secrets. */
  config: SiteConfig;
  /** As answered, without secrets. */
  answers: Answers;
  secrets: Secrets;
}
