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

No telemetry.`;

export const regenerateExamples = `
The answers are those of site.config.json; flags change them. Your own edits are kept, deleted files stay deleted, and
secrets never change without --rotate-secrets. A custom type is taken out in site.config.json.

Examples:
  create-headless-site regenerate-config                        after editing site.config.json
  create-headless-site regenerate-config --homepage isr:120     change one answer
  create-headless-site regenerate-config --dry-run              show the diff, write nothing
  create-headless-site regenerate-config --check                in CI: 0 up to date, 4 not
  create-headless-site regenerate-config --rotate-secrets       then deploy the site, then import the plugin's settings

Exit codes: 0 done, 2 usage or invalid site.config.json, 4 out of date (--check), 5 your text and the new text
changed in the same place: nothing was touched, or with --merge conflict markers were written. Markers that are left
end the next run with 5 and --check with 4. A run that was killed is undone by the next one.`;
