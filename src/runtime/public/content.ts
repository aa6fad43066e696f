/** What the CMS has, as pages and templates show it. On the server only. */
export { directionOf } from '../base/language.ts';
export { type ArchivePage, readLatestPosts } from '../cms/archives.ts';
export { readDocumentLanguage } from '../cms/language.ts';
export { queryCms } from '../cms/own-query.ts';
export { encodedUri } from '../cms/paths.ts';
export { readIdentity, readNotFoundShell, readShell } from '../cms/shell.ts';
export { lasting } from '../cms/strategy.ts';
export type * from '../cms/views.ts';
export { contentTypeRoute, sharedRoute } from '../pages/content-type.ts';
export { metadataOf, ownMetadata } from '../pages/metadata.ts';
export { resolvePreview } from '../pages/preview.ts';
export { Quiet } from '../pages/Quiet.tsx';
export { type ResolvedRoute, type Route, resolveRoute } from '../pages/resolve.ts';
export type * from '../pages/template-props.ts';
export { findItems } from '../search/find.ts';
export { searchStrategy } from '../search/read.ts';
export { isLocalSearch, isSearchEnabled } from '../search/settings.ts';
export { readQuery } from '../search/text.ts';
