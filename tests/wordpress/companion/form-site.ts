import { randomBytes } from 'node:crypto';
import { visitorHeader } from '../../../src/runtime/base/visitor-signature';
import type { StartOptions } from '../server';
import { ownPlugin } from './own-plugin';
import { type Connected, connect, revalidationSecret } from './site';
import { type SmtpSink, startSmtpSink } from './smtp-sink';

export interface Definition {
  html: string;
  id: string;
  language: string;
  direction: string;
  fields: { name: string; value?: string; options?: { value: string; label: string }[] }[];
  hidden: Record<string, string>;
}

/** A definition as it stands in a content, and what is around it. */
export interface Found {
  definition: Definition;
  html: string;
}

export interface Sent {
  /** HTTP status. */
  status: number;
  body: { code?: string; status?: string; message: string; fields: { name: string; message: string }[] };
}

export interface SendOptions {
  id?: string;
  agent?: string;
  ip?: string;
  page?: string;
  /** Secret of the signature; `null`: no signature at all. */
  secret?: string | null;
  /** Query of the address, after the route: `&id=7`. */
  query?: string;
}

/** A WordPress with forms, whose mails arrive in a sink. */
export interface FormSite extends Connected {
  sink: SmtpSink;
  /** Makes a form of Contact Form 7 and says its id. */
  contactForm(form: string, more?: Record<string, unknown>): Promise<number>;
  /** Publishes a page and says its id. */
  page(name: string, content: string, more?: Record<string, unknown>): Promise<number>;
  /** A page's content, as the site gets it. */
  content(id: number, field?: string): Promise<string>;
  /** The forms that are offered in a page's content. */
  forms(id: number): Promise<Found[]>;
  /** Sends a form as the site does. */
  send(form: string, fields: Fields, options?: SendOptions): Promise<Sent>;
}

export type Fields = Record<string, string | string[] | File>;

/** PHP that reads a value of JavaScript. */
export const value = (given: unknown): string =>
  `json_decode( base64_decode( '${Buffer.from(JSON.stringify(given)).toString('base64')}' ), true )`;

/** Where the mails of Contact Form 7 go, and what stands in them. */
export const mail = {
  active: true,
  subject: 'From [your-name]',
  sender: 'Site <site@example.org>',
  recipient: 'owner@example.org',
  body: '[your-message]\n[_remote_ip] [_user_agent] [_url] [_post_title]',
  additional_headers: 'Reply-To: [your-email]',
  attachments: '',
  use_html: false,
  exclude_blank: false,
};

export async function startFormSite(plugins: string[], options: StartOptions = {}): Promise<FormSite> {
  const sink = await startSmtpSink();
  const connected = await connect({ version: 'newest', plugins, ...options });
  const { wordpress } = connected;
  // An SMTP plugin does the same; the harness sends no mails otherwise.
  await ownPlugin(
    wordpress,
    `remove_filter( 'pre_wp_mail', '__return_true' );
     add_action( 'phpmailer_init', function ( $mailer ) { $mailer->isSMTP(); $mailer->Host = '127.0.0.1'; $mailer->Port = ${sink.port}; $mailer->SMTPAutoTLS = false; } );`,
  );
  const content = async (id: number, field = 'content'): Promise<string> => {
    const query = `{ page(id: ${id}, idType: DATABASE_ID) { found: ${field} } }`;
    const answer = await fetch(wordpress.graphqlUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = (await answer.json()) as {
      data: { page: { found: unknown } | null };
      errors?: unknown;
    };
    if (errors) throw new Error(JSON.stringify(errors));
    return typeof data.page?.found === 'string' ? data.page.found : JSON.stringify(data.page?.found ?? null);
  };
  return {
    ...connected,
    sink,
    content,
    contactForm: (form, more = {}) =>
      wordpress.php<number>(
        `$given = ${value({ form, mail, ...more })}; $form = WPCF7_ContactForm::get_template( [ 'title' => $given['title'] ?? 'Write', 'locale' => $given['locale'] ?? 'en_US' ] );
         $given['messages'] = array_merge( $form->prop( 'messages' ), $given['messages'] ?? [] );
         $form->set_properties( array_merge( $form->get_properties(), array_intersect_key( $given, $form->get_properties() ) ) ); $form->save(); echo $form->id();`,
      ),
    page: (name, text, more = {}) =>
      wordpress.php<number>(
        `kses_remove_filters(); echo wp_insert_post( wp_slash( ${value({ post_type: 'page', post_status: 'publish', post_name: name, post_title: `The ${name}`, post_content: text, ...more })} ) );`,
      ),
    async forms(id) {
      const html = await content(id);
      return [
        ...html.matchAll(/<div data-companion-form="([^"]*)" data-companion-definition="([^"]*)">/g),
      ].map(([, name, json = '']) => {
        const definition = JSON.parse(decode(json));
        if (definition.id !== name) throw new Error(`${definition.id} is not ${name}`);
        return { definition, html };
      });
    },
    async send(form, fields, given = {}) {
      const { id = randomBytes(16).toString('hex'), secret = revalidationSecret, query = '' } = given;
      const { agent = 'Browser/1.0', ip = '203.0.113.9', page = '/write/' } = given;
      const body = new FormData();
      for (const [name, all] of Object.entries(fields))
        for (const one of Array.isArray(all) ? all : [all]) body.append(name, one);
      const now = Math.floor(Date.now() / 1000);
      const signature = secret && visitorHeader(secret, `forms/${form}`, id, { ip, agent, page }, now);
      const answer = await fetch(`${wordpress.url}/?rest_route=/companion/v1/forms/${form}${query}`, {
        method: 'POST',
        headers: { ...signature },
        body,
      });
      const text = await answer.text();
      return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : { code: text } };
    },
    async stop() {
      await connected.stop();
      await sink.stop();
    },
  };
}

const decode = (text: string): string =>
  text
    .replace(/&#0?91;/g, '[')
    .replace(/&#0?93;/g, ']')
    .replace(/&quot;/g, '"')
    .replace(/&#0?39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
