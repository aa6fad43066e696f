/**
 * The shapes that the sample CMS passes around, in one place. There is no code here.
 *
 * @typedef {'post' | 'page' | 'project' | 'attachment'} ItemType
 * @typedef {'publish' | 'draft' | 'private' | 'future' | 'pending' | 'trash' | 'inherit'} ItemStatus
 *
 * @typedef {object} Autosave        unsaved changes of an editor, which WordPress keeps as a revision
 * @property {number} id
 * @property {string} [title]
 * @property {string} [content]
 * @property {string} [excerpt]
 *
 * @typedef {object} Item            anything WordPress would keep in its posts table
 * @property {'Post' | 'Page' | 'Project' | 'MediaItem'} __typename
 * @property {ItemType} type
 * @property {number} id
 * @property {string} slug           decoded; empty for a draft that never had one
 * @property {string} key            the slug that its file gives: what other files call it, whatever it is renamed to
 * @property {string} title
 * @property {string} content        as in its file; `render.mjs` makes of it what WordPress would send
 * @property {string} [excerpt]      missing: made from the content, as WordPress does
 * @property {ItemStatus} status
 * @property {string} date           site-local, without a zone: 2026-03-04T09:30:00
 * @property {string} modified
 * @property {string} author         slug of an author
 * @property {string[]} categories   slugs
 * @property {string[]} tags         slugs
 * @property {string} [image]        file name of the featured image
 * @property {string} [parent]       slug path of the parent page, such as about/team
 * @property {number} menuOrder
 * @property {string} [password]
 * @property {boolean} sticky
 * @property {boolean} comments      open for comments
 * @property {Autosave} [autosave]
 * @property {Record<string, any>[]} [blocks]
 * @property {Record<string, any>[]} [sidebar]
 * @property {Record<string, any>} [settings]
 * @property {string} uri            filled in by the index
 * @property {number} parentId       filled in by the index; 0 at the top
 * @property {number} [revisionOf]   set on the copy that stands for an autosave
 * @property {Media} [media]         only for attachments
 *
 * @typedef {object} MediaVariant
 * @property {string} name           medium, medium_large, …
 * @property {string} file
 * @property {number} width
 * @property {number} height
 *
 * @typedef {object} Media
 * @property {number} id
 * @property {string} file
 * @property {string} title
 * @property {string} alt
 * @property {string} [caption]
 * @property {number} width
 * @property {number} height
 * @property {string} date
 * @property {MediaVariant[]} sizes
 *
 * @typedef {object} Term
 * @property {'Category' | 'Tag'} __typename
 * @property {'category' | 'post_tag'} taxonomy
 * @property {number} id
 * @property {string} name
 * @property {string} slug
 * @property {string} [description]
 * @property {string} [parent]       slug of the parent category
 * @property {string} uri
 * @property {number} parentId
 *
 * @typedef {object} Author
 * @property {'User'} __typename
 * @property {number} id
 * @property {string} slug
 * @property {string} name
 * @property {string} firstName
 * @property {string} lastName
 * @property {string} [description]
 * @property {string} [url]
 * @property {string} [avatar]       file name in media/
 *
 * @typedef {object} Comment
 * @property {'Comment'} __typename
 * @property {number} id
 * @property {string} on             slug of the post
 * @property {number} parent         id of the comment it answers; 0 for none
 * @property {string} author
 * @property {string} date
 * @property {string} content
 * @property {'APPROVE' | 'HOLD'} status
 *
 * @typedef {object} MenuItem
 * @property {'MenuItem'} __typename
 * @property {number} id
 * @property {number} parentId
 * @property {number} order
 * @property {string} label
 * @property {string} url            root-relative for this site, otherwise complete
 * @property {string} [target]
 * @property {string[]} cssClasses
 * @property {string} [title]
 * @property {string} [description]
 * @property {string} menu           slug of the menu
 *
 * @typedef {object} Menu
 * @property {'Menu'} __typename
 * @property {number} id
 * @property {string} name
 * @property {string} slug
 * @property {string} location
 * @property {MenuItem[]} items
 *
 * @typedef {object} Site            content/site.json
 * @property {string} title
 * @property {string} description
 * @property {string} language
 * @property {string} timezone
 * @property {string} dateFormat
 * @property {string} timeFormat
 * @property {number} startOfWeek
 * @property {string} frontPage      slug
 * @property {string} postsPage      slug
 * @property {number} postsPerPage
 * @property {string | SitePicture} [logo]  file name in media/
 * @property {string | SitePicture} [icon]  file name in media/
 *
 * @typedef {object} SitePicture     a picture that is not in media/
 * @property {string} url
 * @property {string} [alt]
 * @property {number} [width]
 * @property {number} [height]
 * @property {SitePicture[]} [sizes] only of an icon
 *
 * @typedef {object} Index           everything that can be read, indexed; rebuilt when something changes
 * @property {Site} site
 * @property {Item[]} items
 * @property {Map<number, Item>} byId
 * @property {Map<string, Item>} byUri
 * @property {Map<string, Item>} media           by file name
 * @property {Term[]} terms
 * @property {Map<string, Term>} termBySlug      `category/<slug>`, `post_tag/<slug>`
 * @property {Map<string, Term>} termByUri
 * @property {Map<number, Item[]>} itemsOfTerm   published ones
 * @property {Author[]} authors
 * @property {Map<string, Author>} authorBySlug
 * @property {Comment[]} comments
 * @property {Menu[]} menus
 * @property {Record<string, string>} blur       data URL by file name
 * @property {number} frontPageId
 * @property {number} postsPageId
 *
 * @typedef {object} Context         what every resolver gets
 * @property {Index} index
 * @property {string} origin         the CMS's own address, without a trailing slash
 * @property {number | null} grant   id of the one item that a preview header opens
 */

export {};
