import { hostsOf } from '../cms/detect/detected';
import { checkedAddress, toSiteUrl } from '../cms/url';
import { SAMPLE_CMS_URL } from '../runtime/base/sample-cms-url';
import { contactDeliveries, searchProviders, seoProviders } from '../runtime/config';
import { dsnProblem, measurementIdProblem } from '../runtime/config/analytics';
import { type Answers, nothing, packageManagers, runtimes, treeWith } from './answers';
import type { Question } from './question';
import { choice, flagless, hostList, optionalText, text, yesNo } from './question-kinds';
import { strategy } from './strategy';

const hosted = (answers: Answers) =>
  answers.features?.search?.provider === 'hosted_index' && answers.features.search.enabled !== false;

/** The state of a site that was never asked. */
const UNANSWERED = 'auto';
const contact = choice('features.contact', [UNANSWERED, ...contactDeliveries]);

const searchKind = choice('features.search', [...searchProviders, 'none']);

export const questions: readonly Question[] = [
  {
    ...text('wordpress.graphqlUrl', checkedAddress),
    flags: ['--cms-url <url>'],
    env: 'NEXT_PUBLIC_CMS_API_URL',
    group: 'CMS',
    basic: true,
    prompt: 'Address of your WordPress',
    help: 'your WordPress: its domain, address or GraphQL endpoint',
  },
  {
    ...flagless('wordpress.graphqlUrl', SAMPLE_CMS_URL),
    flags: ['--sample'],
    group: 'CMS',
    prompt: 'The built-in sample CMS',
    help: 'the built-in sample CMS instead of a WordPress',
  },
  {
    ...text('site.url', toSiteUrl),
    flags: ['--site-url <url>'],
    env: 'NEXT_PUBLIC_SITE_URL',
    group: 'Site',
    basic: true,
    prompt: 'Public address of the new site (keep it while you develop)',
    help: 'public address of the new site (http://localhost:3000)',
    recommended: () => 'http://localhost:3000',
  },
  {
    ...optionalText('site.name'),
    flags: ['--site-name <text>'],
    group: 'Site',
    basic: true,
    prompt: 'Site name (leave empty to use the WordPress title)',
    help: 'name of the site (its title in WordPress)',
  },
  {
    ...optionalText('site.description'),
    flags: ['--site-description <text>'],
    group: 'Site',
    prompt: 'Description of the site, for search engines (empty: its tagline in WordPress)',
    help: 'description of the site, for search engines (its tagline in WordPress)',
  },
  {
    ...strategy('posts'),
    prompt: 'How are posts rendered?',
    help: 'rendering strategy of posts (default: isr, when the CMS reports a change)',
    usual: 'when the CMS reports a change',
    recommended: () => 'isr',
  },
  {
    ...strategy('pages'),
    prompt: 'How are pages rendered?',
    help: 'rendering strategy of pages (default: isr, when the CMS reports a change)',
    usual: 'when the CMS reports a change',
    // The schema's default is `static`; the design's reason for recommending another is the line a user reads.
    why: 'static pages never change until the next build; isr pages change when the CMS reports it.',
    recommended: () => 'isr',
  },
  {
    ...strategy('archives'),
    prompt: 'How are archives rendered? (blog index, categories, tags)',
    help: 'blog index, categories and tags (isr: every 300 seconds)',
    usual: 'every 300 seconds',
    recommended: () => 'isr',
  },
  {
    ...strategy('homepage'),
    prompt: 'How is the homepage rendered?',
    help: 'homepage (isr: every 60 seconds)',
    usual: 'every 60 seconds',
    recommended: () => 'isr',
  },
  {
    ...strategy('custom'),
    prompt: 'Custom content types, as type=strategy with commas between (empty: none)',
    help: 'strategy of a custom post type, repeatable: books=isr:60 (default: all types found; none: no type)',
    recommended: ({ customTypes = [] }) => customTypes.map((type) => `${type}=isr`).join(',') || undefined,
  },
  {
    ...searchKind,
    flags: ['--search <kind>'],
    parse: (value) => ({
      ...searchKind.parse(value),
      features: {
        search:
          value === 'none'
            ? { enabled: false }
            : { enabled: true, provider: value as 'local_index' | 'hosted_index' },
      },
    }),
    format: ({ features }) =>
      features?.search &&
      (features.search.enabled === false ? 'none' : (features.search.provider ?? 'local_index')),
    group: 'Features',
    prompt: 'Which search?',
    help: 'local_index (in the browser), hosted_index (Algolia) or none',
    choices: [
      { value: 'local_index', hint: 'in the browser, no service needed' },
      { value: 'hosted_index', hint: 'Algolia' },
      { value: 'none' },
    ],
    recommended: () => 'local_index',
  },
  {
    ...text('features.search.hosted.appId'),
    flags: ['--search-app-id <id>'],
    env: 'NEXT_PUBLIC_HOSTED_SEARCH_APP_ID',
    group: 'Features',
    prompt: 'Algolia application id',
    help: 'application id of the hosted search',
    when: hosted,
    required: true,
  },
  {
    ...text('features.search.hosted.apiKey'),
    flags: ['--search-api-key <key>'],
    env: 'NEXT_PUBLIC_HOSTED_SEARCH_API_KEY',
    group: 'Features',
    prompt: 'Algolia search-only key (public, never the admin key)',
    help: 'public search key of the hosted search, never the admin key',
    when: hosted,
    required: true,
  },
  {
    ...text('features.search.hosted.indexName'),
    flags: ['--search-index <name>'],
    group: 'Features',
    prompt: 'Algolia index name',
    help: 'index of the hosted search',
    when: hosted,
    required: true,
  },
  {
    ...choice('features.seo.provider', seoProviders),
    flags: ['--seo <provider>'],
    group: 'Features',
    prompt: 'Which SEO plugin does the CMS use?',
    help: 'auto, seo_plugin_a (Yoast SEO), seo_plugin_b (Rank Math) or none',
    choices: [
      { value: 'auto', hint: 'detected from the GraphQL schema' },
      { value: 'seo_plugin_a', hint: 'Yoast SEO' },
      { value: 'seo_plugin_b', hint: 'Rank Math' },
      { value: 'none' },
    ],
    recommended: ({ cms }) => (cms?.seo && cms.seo !== 'none' ? cms.seo : 'auto'),
  },
  {
    ...contact,
    parse: (value) => (value === UNANSWERED ? treeWith(contact.key, nothing) : contact.parse(value)),
    unanswered: UNANSWERED,
    flags: ['--contact <delivery>'],
    group: 'Features',
    prompt: 'Where do messages of the contact form go?',
    help: 'wordpress (sent and stored by WordPress), resend, smtp, none, or auto (resend if its key is set, otherwise wordpress if the plugin is active)',
    choices: [
      { value: UNANSWERED, hint: 'Resend where the environment has its key' },
      { value: 'wordpress', hint: 'the companion plugin mails them, and keeps a list' },
      { value: 'resend', hint: 'needs EMAIL_PROVIDER_API_KEY' },
      { value: 'smtp', hint: 'needs SMTP_URL' },
      { value: 'none', hint: 'no form' },
    ],
    recommended: ({ cms }) => (cms?.companion?.installed ? 'wordpress' : undefined),
  },
  {
    ...hostList('cli.imageHosts'),
    flags: ['--image-hosts <hosts>'],
    group: 'Features',
    prompt: 'Other hosts whose pictures the site shows, with commas between (empty: none)',
    help: 'comma-separated image hosts besides the CMS (default: the hosts found in its content)',
    recommended: ({ cms }) => hostsOf(cms).join(',') || undefined,
    when: ({ wordpress }) => wordpress?.graphqlUrl !== SAMPLE_CMS_URL,
  },
  {
    ...yesNo('features.preview'),
    flags: ['--preview', '--no-preview'],
    format: ({ features }) =>
      typeof features?.preview === 'object' ? features.preview.enabled : features?.preview,
    group: 'Features',
    prompt: 'Preview of drafts?',
    help: 'preview of drafts (on); --no-preview turns it off',
    recommended: () => true,
  },
  {
    ...yesNo('features.comments'),
    flags: ['--comments', '--no-comments'],
    group: 'Features',
    prompt: 'Comments below posts?',
    help: 'comments, shown and written below posts (on); --no-comments turns both off',
    recommended: () => true,
  },
  {
    ...optionalText('features.analytics.hosting'),
    flags: ['--hosting-analytics [id]'],
    env: 'NEXT_PUBLIC_HOSTING_ANALYTICS_ID',
    parse: (value) => ({
      features: { analytics: { hosting: value !== '' && value !== false } },
      cli: { hostingAnalyticsId: (typeof value === 'string' && value) || (nothing as unknown as string) },
    }),
    format: ({ features, cli }) => {
      const id: unknown = cli?.hostingAnalyticsId;
      return features?.analytics?.hosting && (typeof id === 'string' ? id : true);
    },
    group: 'Features',
    prompt: 'Vercel Analytics id (auto: the host knows it; empty: off)',
    help: 'Vercel Analytics; write --hosting-analytics=<id> to give an id',
  },
  {
    ...optionalText('features.analytics.web_analytics', measurementIdProblem),
    flags: ['--web-analytics <id>'],
    env: 'NEXT_PUBLIC_WEB_ANALYTICS_ID',
    group: 'Features',
    prompt: 'Google Analytics measurement id (empty: off)',
    help: 'Google Analytics measurement id: G-ABC1234567',
  },
  {
    ...optionalText('features.analytics.error_tracking', dsnProblem),
    flags: ['--error-tracking <dsn>'],
    env: 'NEXT_PUBLIC_ERROR_TRACKING_DSN',
    group: 'Features',
    prompt: 'Sentry DSN (empty: off)',
    help: 'Sentry DSN',
  },
  {
    ...choice('cli.packageManager', packageManagers),
    flags: ['--package-manager <name>'],
    group: 'Setup',
    prompt: 'Which package manager?',
    help: 'npm, pnpm, yarn or bun (the one that started this)',
    recommended: ({ packageManager }) => packageManager,
  },
  {
    ...choice('cli.runtime', runtimes),
    kind: 'shortcut',
    flags: ['--runtime <source>'],
    group: 'Setup',
    prompt: 'Where does the runtime come from?',
    help: 'vendor (an archive in the site) or registry (the npm registry)',
  },
  {
    ...yesNo('cli.install'),
    flags: ['--no-install'],
    group: 'Setup',
    prompt: 'Install the packages now?',
    help: 'do not install the packages',
    recommended: () => true,
  },
  {
    ...yesNo('cli.git'),
    flags: ['--no-git'],
    group: 'Setup',
    prompt: 'Start a git repository?',
    help: 'do not start a git repository',
    recommended: () => true,
  },
];
