/**
 * The GraphQL endpoint that answers name for the sample CMS, wherever it listens. A site whose endpoint this is starts it by
 * itself.
 */
export const SAMPLE_CMS_URL = 'http://127.0.0.1:8787/graphql';
