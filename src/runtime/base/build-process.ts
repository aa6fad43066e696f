/**
 * The variable that holds the number of the process that a build belongs to: of `headless-site build`, otherwise of Next. In a terminal Next
 * builds in a process of its own, so that nobody could tell it by the parent of a process.
 */
export const BUILD_PROCESS = 'HEADLESS_SITE_BUILD_PROCESS';

/** The variable that says that `headless-site build` will go over the pages which Next makes. A plain `next build` leaves them as they are. */
export const IS_FINISHED = 'HEADLESS_SITE_FINISHES';
