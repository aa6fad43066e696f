import { injected } from '../../base/injected.ts';

/** Of `image-hosts.json`: see `base/injected.ts`. */
export default injected().imageHosts as readonly string[];
