/** A template, compiled by the build (esbuild.config.mjs). */
declare module '*.hbs' {
  const precompiled: TemplateSpecification;
  export default precompiled;
}
