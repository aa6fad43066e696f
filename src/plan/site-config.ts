import type { Answers } from '../answers/answers';
import type { SiteAnswers, SiteConfig } from '../runtime/config';

/**
 * `site.config.json`: every key spelt out, no secret. Left out unless they were given: `domain`, which follows the endpoint,
 * and the site's name and description, which follow WordPress.
 */
export function siteAnswers(config: SiteConfig, answers: Answers): SiteAnswers {
  const domain = answers.wordpress?.domain;
  const { preview } = config.features;
  const { url, name, description } = config.site;
  const given = answers.site;
  return {
    $schema: './.headless-site/site.config.schema.json',
    wordpress: { graphqlUrl: config.wordpress.graphqlUrl, ...(domain ? { domain } : {}) },
    rendering: config.rendering,
    features: {
      ...config.features,
      preview: typeof preview === 'boolean' ? preview : { enabled: preview.enabled },
    },
    site: {
      ...(url ? { url } : {}),
      ...(given?.name === undefined ? {} : { name }),
      ...(given?.description === undefined ? {} : { description }),
    },
  };
}
