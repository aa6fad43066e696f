/** Class names of the CMS that are plain tokens; anything else could leave its attribute or be read as something else. */
export function classTokens(classes: string): string[] {
  return classes.split(/\s+/).filter((token) => /^[A-Za-z_][\w-]*$/.test(token));
}
