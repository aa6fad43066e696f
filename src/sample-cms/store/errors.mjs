/** An error whose message WPGraphQL would show; every other one becomes "Internal server error". */
export class UserError extends Error {}
