/** `project` is `PROJECT` in WPGraphQL's ContentTypeEnum, `case-study` is `CASE_STUDY`, `3d` is `_3D`. */
export function contentTypeEnum(type: string): string {
  const name = type.toUpperCase().replace(/[^A-Z0-9_]/g, '_');
  return name.replace(/^_*(?=\d)|^_+/, '_');
}
