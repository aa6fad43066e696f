/**
 * Version of this package. A constant, because an import of package.json is one path here and another one in `dist`; a test
 * compares the two.
 */
export const version = '0.1.0';
