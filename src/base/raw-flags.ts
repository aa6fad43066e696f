/** Values of flags that were given, by commander's attribute name. Nothing here is a default. */
export type RawFlags = Readonly<Record<string, string | boolean | string[]>>;
