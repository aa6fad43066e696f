/** Promises of the content `nasty`, so that a test which finds nothing to check fails. See ../seed. */
export const promised = {
  posts: { publish: 184, protected: 3, private: 3, draft: 4, pending: 1, future: 2, trash: 3 },
  /** Children of a draft and of a private page are published, and count among the 23 without a password. */
  pages: { publish: 23, protected: 1, draft: 1, private: 1 },
  projects: { publish: 11, draft: 1 },
  /** With the default one. */
  categories: 9,
  tags: 15,
  materials: 4,
  /** With posts; the administrator and one author have none. */
  authors: 4,
  comments: { shown: 180, hidden: 11 },
  menuItems: { PRIMARY: 24, FOOTER: 110 },
} as const;
