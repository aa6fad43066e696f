import type { Secrets } from '../answers/secrets';
import { environmentTable } from '../runtime/config';
import { ENV_HEADERS } from './env-headers';
import type { ManagedInput } from './managed-input';
import { render } from './render';

type Variable = (typeof environmentTable)[number];

/** `.env.example`: every variable, no secret; committed for whoever sets the site up next. */
export function envExample(input: ManagedInput): string {
  const known = publicValues(input);
  return envText(ENV_HEADERS.example, ({ name }) => known[name] ?? '', known);
}

/**
 * `.env.local`: the values of this machine; and `base`, the same without the values of secrets. Whether they are being
 * rotated does not show in it: hashes of it are committed, and other machines have secrets of their own.
 */
export function envLocal(input: ManagedInput): { contents: string; base: string } {
  const known = { ...publicValues(input), ...secretValues(input.secrets) };
  const { revalidation, preview } = input.secrets;
  const base = { ...publicValues(input), ...secretValues({ revalidation, preview }) };
  return {
    contents: envText(ENV_HEADERS.local, ({ name }) => known[name] ?? '', known),
    base: envText(ENV_HEADERS.local, ({ name, kind }) => (kind === 'secret' ? '' : (base[name] ?? '')), base),
  };
}

/** The secrets by the names of their variables; undefined: not set. */
export function secretValues(secrets: Secrets): Record<string, string | undefined> {
  return {
    REVALIDATION_SECRET: secrets.revalidation,
    PREVIEW_SECRET: secrets.preview,
    REVALIDATION_SECRET_PREVIOUS: secrets.revalidationPrevious,
    PREVIEW_SECRET_PREVIOUS: secrets.previewPrevious,
  };
}

/** The answers' values of the variables that are no secrets; undefined: not set. */
export function publicValues({
  config,
  answers,
}: Pick<ManagedInput, 'config' | 'answers'>): Record<string, string | undefined> {
  return {
    NEXT_PUBLIC_CMS_API_URL: config.wordpress.graphqlUrl,
    NEXT_PUBLIC_SITE_URL: config.site.url,
    NEXT_PUBLIC_HOSTING_ANALYTICS_ID: answers.cli?.hostingAnalyticsId,
  };
}

function envText(
  header: string,
  valueFor: (variable: Variable) => string,
  known: Record<string, string | undefined>,
): string {
  const active = (variable: Variable) => variable.required || known[variable.name] !== undefined;
  const row = (variable: Variable) => ({ ...variable, value: valueFor(variable) });
  return render.env({
    header,
    active: environmentTable.filter(active).map(row),
    optional: environmentTable.filter((variable) => !active(variable)),
  });
}
