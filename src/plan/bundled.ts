/** A file that this version of the program brings, packed. */
export interface Archive {
  /** Where it lies in the site. */
  path: string;
  /** Where it lies in the package. */
  source: string;
  sha256: string;
}

/** The files that this version of the program brings to every site. */
export interface Bundled {
  /** First path segments that the site's own routes take. */
  routes: readonly string[];
  /** Text of the template's package.json, which is the one table of versions. */
  templatePackage: string;
  archives: {
    companion: Archive;
    runtime: Archive;
    sampleCms: Archive;
    /** The template's files as one text each, for the three-way merge of an upgrade. */
    template: Archive;
  };
}
