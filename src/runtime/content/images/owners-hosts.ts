import { injected } from '../../base/injected.ts';

/** The list in `image-hosts.json`: see `base/injected.ts`. */
export default injected().imageHosts as readonly string[];
