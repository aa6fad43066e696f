/**
 * Stands in for an optional package that is not installed. No answer of the site asks for it, so nothing of it is used;
 * whatever is taken of it fails in one line where it is called after all.
 */
const absent = (name) => () => {
  throw new Error(
    `${String(name)} comes from an optional package that is not installed. Fix: build the site again.`,
  );
};

module.exports = new Proxy({}, { get: (_, name) => (name === '__esModule' ? undefined : absent(name)) });
