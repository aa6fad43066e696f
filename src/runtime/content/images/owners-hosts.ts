import { given } from '../../base/given.ts';

/** Of `image-hosts.json`: see `base/given.ts`. */
export default given().imageHosts as readonly string[];
