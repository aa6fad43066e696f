import type { SiteAnswers, SiteConfig } from '../../templates/site/lib/config';
import type { Answers } from '../answers/answers';

/** `site.config.json`: every key spelt out, no secret. `domain` only where it was given: else it follows the endpoint. */
export function siteAnswers(config: SiteConfig, answers: Answers): SiteAnswers {
  const domain = answers.wordpress?.domain;
  const { preview } = config.features;
  return {
    $schema: './.headless-site/site.config.schema.json',
    wordpress: { graphqlUrl: config.wordpress.graphqlUrl, ...(domain ? { domain } : {}) },
    rendering: config.rendering,
    features: {
      ...config.features,
      preview: typeof preview === 'boolean' ? preview : { enabled: preview.enabled },
    },
    site: config.site,
  };
}
