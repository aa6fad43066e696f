import { readdirSync } from 'node:fs';
import path from 'node:path';
import { CliError } from '../base/errors';
import { ENV_FILE } from '../plan/managed';
import { contactDelivery } from '../runtime/config/contact';
import type { SiteOnDisk } from '../site/site-on-disk';
import { check, type Finding } from './finding';
import type { WordPressFacts } from './wordpress';

const { ok, warning, fault, skipped } = check('contact', 'Contact form');

/** Whether messages of the contact form arrive where the answers say. */
export function checkContact(site: SiteOnDisk, wordpress: WordPressFacts | null): Finding {
  const { config, state, variable } = site;
  const answer = config.features.contact;
  const delivery = contactDelivery(config, variable);
  if (answer === 'none') return ok('The site has none.');
  if (delivery.by === undefined) {
    if (answer === undefined)
      return skipped(
        `Nothing delivers its messages: ${delivery.why}. In production it is not shown. To answer it: npx create-headless-site regenerate-config --contact <delivery>`,
      );
    // Where there is no file, the site runs elsewhere, and has its variables there.
    if (!state.env && answer !== 'wordpress') return skipped('Its variables are where the site runs.');
    return fault(
      `It is not shown in production: ${delivery.why}.`,
      answer === 'wordpress'
        ? 'Give the site its WordPress: npx create-headless-site regenerate-config --cms-url <address>.'
        : `Set it in ${ENV_FILE} and where the site is built and runs: .env.example says how.`,
    );
  }
  const waiting = waitingIn(state.root);
  if (delivery.by === 'wordpress' && wordpress) return ofWordPress(wordpress, waiting);
  if (waiting > 0) return waits(waiting);
  return ok(`Messages are sent by ${delivery.by === 'smtp' ? 'SMTP' : 'Resend'}.`);
}

function ofWordPress({ problem, report }: WordPressFacts, waiting: number): Finding {
  const kept = ` Messages wait in .contact-outbox, ${waiting} here.`;
  if (problem) return fault(`WordPress does not answer.${kept}`, 'See GraphQL above.');
  if (report === 'unknown-site')
    return fault(`WordPress refuses its messages.${kept}`, 'See Secrets of WordPress.');
  if (report === null || report instanceof CliError)
    return fault(
      `The companion plugin cannot be reached.${kept}`,
      'See Companion plugin and Secrets of WordPress.',
    );
  if (report === 'too-old' || !report.contact)
    return fault(
      `The companion plugin is too old to take messages.${kept}`,
      'Update it from wordpress/companion.zip.',
    );
  const { failed, waiting: unsent } = report.contact;
  if (failed > 0 || unsent > 0)
    return warning(
      `WordPress keeps the messages; mails that it could not send: ${failed + unsent}.`,
      'Read them under Headless Site > Messages in WordPress, which says why.',
    );
  return waiting > 0 ? waits(waiting) : ok('WordPress keeps and mails its messages.');
}

const waits = (count: number) =>
  warning(
    `Messages that wait in .contact-outbox: ${count}.`,
    'The site delivers them while it runs; its log says what keeps it from that.',
  );

/** Messages on the disk of this machine. */
function waitingIn(root: string): number {
  try {
    return readdirSync(path.join(root, '.contact-outbox/waiting')).length;
  } catch {
    return 0;
  }
}
