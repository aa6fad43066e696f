import type { Answers } from '../answers/answers';
import type { Secrets } from '../answers/secrets';
import type { SiteConfig } from '../runtime/config';
import type { Bundled } from './bundled';

/** Sources of the managed files. */
export interface ManagedInput {
  /** Validated, with defaults and secrets. */
  config: SiteConfig;
  /** The answers, without secrets. */
  answers: Answers;
  secrets: Secrets;
  packageName: string;
  /** Whether it is one of a workspace, whose root has the settings of the package manager. */
  inWorkspace: boolean;
  bundled: Bundled;
}
