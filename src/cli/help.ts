export const createExamples = `
Strategies: static (until the next build), isr (with this content's usual interval), isr:<seconds>,
isr:false (only when the CMS reports a change), ssr (on every request).

Examples:
  create-headless-site my-site                              asks everything
  create-headless-site my-site --yes                        with the built-in sample CMS
  create-headless-site my-site --cms-url example.com --yes  in front of your WordPress
  create-headless-site my-site --config answers.json        answers from a file

Without a terminal (CI, scripts, agents):
  Nothing is ever asked. The directory and a CMS (--cms-url, --sample or --config) are required, or --yes;
  everything else takes the recommended answer. Secrets are generated, or taken from REVALIDATION_SECRET and
  PREVIEW_SECRET; CMS_AUTHORIZATION is sent to a CMS behind authentication. No flag takes a secret.
  Exit codes: 0 done, 1 unexpected, 2 usage or missing input, 3 directory not usable, 6 CMS not usable,
  130 Ctrl-C, 143 terminated.

Completion: source <(create-headless-site complete bash); also zsh, fish and powershell.

No telemetry.`;

export const regenerateExamples = `
The answers are those of site.config.json; flags change them. Your own edits are kept, deleted files stay deleted, and
secrets never change without --rotate-secrets. To remove a custom type, edit site.config.json.

Examples:
  create-headless-site regenerate-config                        after editing site.config.json
  create-headless-site regenerate-config --homepage isr:120     change one answer
  create-headless-site regenerate-config --dry-run              show the diff, write nothing
  create-headless-site regenerate-config --check                in CI: 0 up to date, 4 not
  create-headless-site regenerate-config --rotate-secrets       then deploy the site, then import the plugin's settings

Exit codes: 0 done, 1 unexpected, 2 usage or invalid site.config.json, 4 out of date (--check), 5 your text and the
new text conflict: nothing was touched, or with --merge conflict markers were written. Markers that are left
end the next run with 5 and --check with 4. A run that was killed is undone by the next one.`;

export const upgradeExamples = `
Your own edits are kept, deleted files stay deleted, and answers and secrets do not change. Files that you have
not changed become those of a new site; in package.json the newer version of a package counts.

Examples:
  npx create-headless-site@latest upgrade             then install, build and test
  npx create-headless-site@latest upgrade --dry-run   show the diff, write nothing
  npx create-headless-site@latest upgrade --check     in CI: 0 up to date, 4 not

Exit codes: 0 done, 1 unexpected, 2 usage or invalid site.config.json, 4 another version (--check), 5 your text and
the new text conflict: nothing was touched, or with --merge conflict markers were written. A run that was killed is
undone by the next one.`;

export const doctorExamples = `
Every line is a check: ok, a warning, a fault with its fix, or the reason why it was skipped. Nothing is changed. WordPress is
shown a proof that both secrets are known; the site is asked with its own, as WordPress asks it. SITE_AUTHORIZATION in the
environment is sent to a site behind HTTP authentication, over https only.

Examples:
  create-headless-site doctor                               while \`npm run dev\` runs, or the site is deployed
  create-headless-site doctor --url https://www.example.com a deployed site, wherever this runs
  create-headless-site doctor --json                        for scripts

Exit codes: 0 no faults, 1 faults, 2 usage or invalid site.config.json.`;

export const connectExamples = `
An administrator agrees in the browser, on WordPress's own page; the application password that it makes is used once
and revoked. Where WordPress has none, a code of Headless Site > Settings does the same. Nothing is stored here.

Without a terminal: WORDPRESS_USER and WORDPRESS_APPLICATION_PASSWORD, or WORDPRESS_CODE, in the environment.

Examples:
  create-headless-site connect                after \`create\`, once the plugin is active
  create-headless-site connect --no-browser   on a server: open the printed address anywhere
  create-headless-site connect --with-code    where application passwords are switched off
  create-headless-site connect --replace      WordPress should serve this site, not the one that it is connected with

Exit codes: 0 WordPress has address and secrets, 1 unexpected, 2 usage or missing input, 6 WordPress did not take them, 130 Ctrl-C.`;

export const addExamples = `
No file is ever written over, and what is added is yours: no later run touches it.

Examples:
  create-headless-site add template single-project        components/templates/single-project.tsx
  create-headless-site add template template-landing      one that editors choose for a page
  create-headless-site add block notice                   component, entry, and the plugin for WordPress
  create-headless-site add field-group                    offers the groups of ACF that WordPress has
  create-headless-site add field-group book --type post   component and entry, from the schema of WordPress
  create-headless-site add field-group book --fields subtitle:text,cover:image

Kinds of fields: text, textarea, number, email, url, link, file, image, gallery, post, posts, terms, users, date, datetime,
time, colour, choices, boolean, html, embed, map; ACF's names of them do as well.

Exit codes: 0 done, 1 unexpected, 2 usage, missing input, or a file that is there already, 130 Ctrl-C.`;
