/** For `content.config.ts`: the text of the file. */
declare module '*.graphql' {
  const text: string;
  export default text;
}
