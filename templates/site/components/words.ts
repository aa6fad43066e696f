/**
 * The theme's own words, all of them: what visitors read that comes from no CMS. English for now, whatever language the
 * content speaks; to have other words, write them here, and those of notices within content into `content.config.ts`, under
 * `html.words`. Texts that the interface fixes (answers of the routes, messages of the contact form's rules) are not the theme's.
 * A constant for each place. A text that scripts say in the browser has places for values, with one form for each
 * plural of the language where a number counts (in French `one`, `many` and `other`). Those of the error page are in
 * `error-words.ts`, because every page brings that file along to the browser.
 */

/** Language of all these words, BCP 47: chooses plural forms, and how numbers are written. */
export const wordsLanguage = 'en-US';

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString(wordsLanguage)} ${count === 1 ? one : many}`;

export const untitled = 'Untitled';

export const shellWords = {
  skip: 'Skip to content',
  menu: 'Menu',
  close: 'Close',
  mainMenu: 'Main',
  footerMenu: 'Footer',
  more: (label: string) => `More in ${label}`,
  search: 'Search',
  darkTheme: 'Dark theme',
  lightTheme: 'Light theme',
  breadcrumbs: 'Breadcrumb',
  sidebar: 'Sidebar',
};

export const missingWords = {
  name: 'Page not found',
  code: '404',
  title: 'This page is not here',
  text: 'It may have moved, or the address may have a typing error.',
  goOn: 'These ways lead on.',
  frontPage: 'To the front page',
  ways: 'Ways on',
};

export const pageWords = {
  /** Above the pages right below one. */
  inSection: 'In this section',
};

export const postWords = {
  minutes: (count: number) => `${count} min read`,
  updated: 'Updated',
  tags: 'Tags',
  aboutAuthor: 'About the author',
  postsBy: (name: string) => `All posts by ${name}`,
  around: 'Posts before and after',
  older: 'Older',
  newer: 'Newer',
  readNext: 'Read next',
  latest: 'Latest posts',
  all: 'All posts',
  featured: 'Featured',
  protected: 'Protected',
  contents: 'On this page',
  share: 'Share',
  copied: 'The address is copied.',
  sections: (count: number) => `${count} sections`,
  comments: (count: number) => counted(count, 'comment', 'comments'),
  anonymous: 'Anonymous',
  isProtected: { post: 'This post is password-protected', page: 'This page is password-protected' },
  /** For a WordPress that compares no passwords for this site. */
  whereProtected: 'Its text is shown on the original site only, to visitors who have the password.',
};

export const passwordWords = {
  text: 'Its text is shown to visitors who have the password.',
  password: 'Password',
  open: 'Open',
  wrong: 'This is not the password.',
  failed: 'The password could not be checked. Please try again in a moment.',
  limited: 'Too many wrong passwords were entered from here. Please try again in a few minutes.',
};

/** Why WordPress takes a comment or not is said in its own words, in its language. */
export const commentWords = {
  none: 'No comments yet',
  pages: 'Pages of comments',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  older: 'Older comments',
  newer: 'Newer comments',
  heading: 'Comments',
  title: 'Leave a comment',
  reply: 'Reply',
  replyTo: (name: string) => `Reply to ${name}`,
  /** Without a script, where the page is made again for a reply. */
  replying: 'What you write here is a reply to the comment that you chose.',
  cancel: 'Cancel reply',
  comment: 'Comment',
  name: 'Name',
  email: 'E-mail address',
  isPrivate: 'It is not published.',
  website: 'Website',
  remember: 'Remember my name, address and website in this browser for the next comment.',
  send: 'Post comment',
  sending: 'Sending…',
  moderated: 'Comments appear when they have been approved.',
  taken: 'Thank you. Your comment is published.',
  waiting: 'Your comment is awaiting moderation. Only you see it until then.',
  isWaiting: 'Awaiting moderation',
  failed: 'The comment could not be sent. What you wrote is still here; please try again in a moment.',
  limited: 'Too many comments were sent. Please try again in a few minutes.',
  unknown: 'We cannot tell whether the comment arrived. Please send it again in a moment: it appears once.',
  logInBefore: 'Only registered people can comment. To write a comment,',
  logIn: 'log in',
};

export const archiveWords = {
  /** The word above the title; the blog index and a custom type need none. */
  kinds: { category: 'Category', tag: 'Tag', author: 'Author', date: 'Archive' },
  empty: 'Nothing here yet',
  whenEmpty: 'Posts appear here as soon as they are published.',
  pages: 'Pages',
  page: (number: number) => `Page ${number}`,
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  count: (count: number) => counted(count, 'post', 'posts'),
  titleOfPage: (title: string, page: number) => `${title}, page ${page}`,
  newer: 'Newer posts',
  older: 'Older posts',
};

export const blockWords = {
  recommended: 'Recommended',
};

export const searchWords = {
  title: 'Search',
  field: 'Search for',
  submit: 'Search',
  close: 'Close',
  start: 'Type a word.',
  keys: 'The arrow keys lead to the results, Enter to all of them.',
  searching: 'Searching…',
  unavailable: 'Search is not available right now',
  tryLater: 'Please try again in a moment.',
  restWorks: 'The rest of this site is. Please try again in a moment.',
  goOn: 'Please go on typing.',
  nothing: 'Nothing found for “{query}”',
  otherWords: 'Try fewer or other words.',
  otherWordsOrBeginning: 'Try fewer or other words, or only the beginning of one.',
  found: { one: '{count} result for “{query}”', other: '{count} results for “{query}”' },
  all: { one: 'The one result', other: 'All {count} results' },
  categories: 'Categories',
  best: (count: number) => `, the best ${count} of them below`,
  titleOf: (query: string, name: string) => `“${query}” – ${name}`,
};

export const contactWords = {
  title: 'Contact',
  name: 'Name',
  email: 'E-mail address',
  company: 'Company',
  optional: 'optional',
  message: 'Message',
  honeypot: 'Leave this field empty',
  send: 'Send message',
  sending: 'Sending…',
  thanks: 'Thank you for your message.',
  /** In place of the form, where the page in WordPress has no block with the CSS class `contact-thanks`. */
  thanksTitle: 'Message sent',
  again: 'Write another message',
  failed: 'The message could not be sent. Please try again in a moment.',
  limited: 'Too many messages were sent from here. Please try again later.',
  /** At a field. */
  wrong: {
    name: 'Name must be one line of 2 to 200 characters.',
    email: 'Invalid e-mail address.',
    company: 'Company must be one line of at most 200 characters.',
    message: 'Message must have 10 to 10,000 characters.',
  },
  /** At a field of your own. */
  wrongOwn: 'Please correct this.',
  /** Where nothing delivers messages, and WordPress has no page at this address. */
  closed: 'Messages cannot be sent from here at the moment.',
  /** Where nothing delivers messages, above the addresses that the page or the footer names. */
  direct: 'Get in touch',
};

/** Around forms of WordPress, which bring words of their own. */
export const formWords = {
  send: 'Send',
  sending: 'Sending…',
  honeypot: 'Leave this field empty',
  /** Where the form has no words for it. */
  sent: 'Thank you. This was sent.',
  failed: 'This was not sent. What you wrote is still here: please try again in a moment.',
  unknown: 'We cannot tell whether this arrived. Please send it again in a moment, unless you hear from us.',
  gone: 'This form is no longer here. Please copy what you wrote, and load the page again.',
  tooLarge: 'This was not sent, because it is too large. Please choose smaller files.',
  limited: 'This was not sent, because too much was sent from here. Please try again later.',
  /** Without a script a page cannot hold them. */
  files: 'Please choose your files again.',
  types: 'Types: {types}.',
  size: 'At most {size} MB.',
};

export const previewWords = {
  name: 'Preview',
  of: (title: string) => (title ? `of “${title}”` : 'of an untitled draft'),
  until: 'open until',
  hidden: 'Visitors do not see it.',
  published: 'It is published: visitors see its published version.',
  leave: 'Leave the preview',
};
