/**
 * What most routes have in common, in one order. Turbopack names a chunk by its modules in the order in which a route comes to them: without
 * this each route comes by its own way, and the same modules are compiled, minified and kept in memory up to five times under
 * as many names (without minifying 4.7 of the 13.3 MB of server code; 2.1 of 10.7 with it). To be imported first.
 */
import 'next/server';
import 'next/headers';
import 'next/cache';
import { read } from '../wordpress/client/read.ts';
import { readContentIndex } from '../wordpress/index/content-index.ts';

// Imports that nothing uses are dropped, as is a module that does nothing: `sideEffects` in package.json names this one.
Object.freeze([readContentIndex, read]);
