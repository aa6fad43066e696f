/**
 * A value that all of this process shares. Next bundles pages, routes and instrumentation apart, each with a copy of every
 * module: what a module keeps in a variable is there several times.
 * @param name of the value among those of this site
 * @param make makes it for whoever asks first
 */
export function ofProcess<Value extends object>(name: string, make: () => Value): Value {
  const key = Symbol.for(`headless-site.${name}`);
  const globals = globalThis as unknown as Record<symbol, Value | undefined>;
  globals[key] ??= make();
  return globals[key];
}
