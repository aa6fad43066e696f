import Handlebars from 'handlebars/runtime';
import agents from '../../templates/answers/AGENTS.md.hbs';
import customType from '../../templates/answers/custom-type.ts.hbs';
import env from '../../templates/answers/env.hbs';
import readme from '../../templates/answers/README.md.hbs';
import wordpressReadme from '../../templates/answers/wordpress-README.md.hbs';
import type { PackageManager } from '../answers/answers';
import { scriptCommand, toolCommand } from '../answers/manager';
import { envValue } from './env-value';

// The only ways for an answer into a text. The build refuses a template that puts one in without them.
const helpers = Handlebars.create();
helpers.registerHelper('json', (value: unknown) => singleQuoted(String(value)));
helpers.registerHelper('key', (name: string) => name.replace(/\W/g, ''));
helpers.registerHelper('env', (value: unknown) => envValue(String(value ?? '')));
helpers.registerHelper('comment', (text: unknown) => oneLine(text));
helpers.registerHelper('text', (text: unknown) => oneLine(text).replace(/[\\`*_[\]<>|#]/g, '\\$&'));
helpers.registerHelper('code', (text: unknown) => `\`${oneLine(text).replaceAll('`', '')}\``);
helpers.registerHelper('command', (manager: PackageManager, script: string) =>
  scriptCommand(manager, script),
);
helpers.registerHelper(
  'script',
  (manager: PackageManager, script: string) => `\`${scriptCommand(manager, script)}\``,
);
helpers.registerHelper('tool', (manager: PackageManager) => toolCommand(manager));

interface SiteView {
  name: string;
  siteName: string;
  manager: PackageManager;
  cmsUrl: string;
  siteUrl: string;
  sample: boolean;
}

interface EnvRow {
  name: string;
  meaning: string;
  value?: string;
}

/** The files whose text depends on answers. */
export const render = {
  readme: template<SiteView>(readme),
  agents: template<SiteView>(agents),
  customType: template<{ type: string }>(customType),
  env: template<{ header: string; active: readonly EnvRow[]; optional: readonly EnvRow[] }>(env),
  wordpressReadme: template<{ manager: PackageManager; cmsUrl: string; siteUrl: string; preview: boolean }>(
    wordpressReadme,
  ),
};

function template<View>(precompiled: TemplateSpecification): (view: View) => string {
  const run = helpers.template(precompiled);
  return (view) => run(view);
}

/** A string literal in the quotes of the generated code. */
function singleQuoted(value: string): string {
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function oneLine(value: unknown): string {
  return String(value ?? '').replace(/\s+/g, ' ');
}
