import { defineConfig, readEnvironment, type SiteAnswers, withEnvironment } from './lib/config';
import answers from './site.config.json';

/**
 * Yours: written once, never changed by the tool. The answers live in `site.config.json`; this file lays the
 * environment over them and validates both. It is the only reader of `process.env`.
 */
export const environment = readEnvironment(process.env);

export const isProduction = process.env.NODE_ENV === 'production';

export const siteConfig = defineConfig(withEnvironment(answers as SiteAnswers, environment));
