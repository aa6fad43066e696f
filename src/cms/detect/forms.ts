/** Form plugins by what their HTML has. `isShown`: the companion plugin hands their forms to the site, which shows them as its own. */
const plugins: readonly { name: string; isShown: boolean; mark: RegExp }[] = [
  { name: 'Contact Form 7', isShown: true, mark: /class="[^"]*\bwpcf7\b/ },
  { name: 'Formidable Forms', isShown: true, mark: /class="[^"]*\bfrm_forms\b/ },
  { name: 'WPForms', isShown: false, mark: /class="[^"]*\bwpforms-(?:container|form)\b/ },
  { name: 'Gravity Forms', isShown: false, mark: /class=['"][^'"]*\bgform_wrapper\b/ },
  { name: 'Ninja Forms', isShown: false, mark: /class="[^"]*\bnf-form-cont\b/ },
  { name: 'Forminator', isShown: false, mark: /class="[^"]*\bforminator-(?:ui|custom-form)\b/ },
  { name: 'Fluent Forms', isShown: false, mark: /class=['"][^'"]*\bfluentform\b/ },
  { name: 'MC4WP', isShown: false, mark: /class="[^"]*\bmc4wp-form\b/ },
  { name: 'MailPoet', isShown: false, mark: /class="[^"]*\bmailpoet_form\b/ },
  { name: 'Elementor', isShown: false, mark: /class="[^"]*\belementor-form\b/ },
  {
    name: 'Jetpack',
    isShown: false,
    mark: /class=['"][^'"]*\b(?:wp-block-jetpack-contact-form|contact-form commentsblock)\b/,
  },
];

/** Whose forms stand in the texts of an answer, any tree. */
export function formsIn(answer: unknown): string[] {
  const texts = textsIn(answer);
  return plugins.filter(({ mark }) => texts.some((text) => mark.test(text))).map(({ name }) => name);
}

/** Those among them whose forms visitors fill in on WordPress only. */
export const notShown = (names: readonly string[]): string[] =>
  plugins.filter(({ name, isShown }) => !isShown && names.includes(name)).map(({ name }) => name);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
