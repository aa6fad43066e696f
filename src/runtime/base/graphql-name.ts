/** GraphQL's name of a type, as WPGraphQL makes it of the one that it is registered with: `Project` of `project`. */
export const typeNameOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
