/** `project` is `PROJECT` in WPGraphQL's ContentTypeEnum, `case-study` is `CASE_STUDY`. */
export function contentTypeEnum(type: string): string {
  return type.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
}
