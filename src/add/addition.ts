export const addKinds = ['template', 'block', 'field-group'] as const;
export type AddKind = (typeof addKinds)[number];

/** Files to write into a site, and the steps for its owner then. */
export interface Addition {
  /** Files that are not there yet. */
  create: readonly TextFile[];
  /** Files that are there already and stay as they are. */
  keep?: readonly string[];
  /** Files of the owner's with new lines in them. */
  change: readonly TextFile[];
  /** The owner's next steps, a sentence each. */
  next: readonly string[];
}

export interface TextFile {
  /** In the site, with forward slashes. */
  path: string;
  contents: string;
}
