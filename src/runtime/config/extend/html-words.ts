/** Words that visitors read in content beside the CMS's own: in place of what the sanitiser removes, and at a video. `{…}` is a place for a name. */
export const htmlWords = {
  form: 'This form can only be filled in on the original page.',
  formOfHost: 'This form is sent to {host}. It can be filled in on the original page.',
  shop: 'Cart and checkout are in the shop itself.',
  login: 'Members log in on the original site.',
  script: 'A part of this page is not shown: it needs a script that does not run here.',
  design: 'This is shown as plain text, because it is too large for anything else.',
  cut: 'Not all of this page is shown here, because it is too long.',
  frame: 'Embedded content is not shown here.',
  frameOfHost: '{title} from {host} is not shown here.',
  /** In place of a document that the File block shows; links to the file and to the page follow. */
  filePreview: 'The preview of this file is not shown here.',
  /** Where a frame has no title. */
  frameTitle: 'Embedded content',
  /** Button of a search form that has no word for it. */
  search: 'Search',
  openForm: 'Open the form',
  openShop: 'Open the shop',
  openLogin: 'Open the login',
  openFrame: 'Open it on its own page',
  openPage: 'See the original page',
  /** Where a video has no title. */
  video: 'Video on {player}',
  play: 'Play. This loads content from {player}.',
  /** The same of what is no video. */
  open: 'Open. This loads content from {player}.',
  /** Name of a link from an image without a text to its file. */
  enlarge: 'Enlarge the picture',
};

export type HtmlWords = Readonly<typeof htmlWords>;
