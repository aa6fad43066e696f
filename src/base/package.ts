import path from 'node:path';
import { version } from '../../package.json';

export const cliVersion: string = version;

/** Root of the published package: the bundle lies in `dist`, and what a site gets beside it. */
export const packageRoot = path.resolve(__dirname, '..');
