import { isTree } from '../answers/answers';
import { parseEnvValue } from '../plan/env-value';
import { jsonText, parseJson } from '../plan/json';
import { COMPANION_FILE, ENV_FILE } from '../plan/managed';
import { environmentTable } from '../runtime/config';

const publicNames = new Set<string>(
  environmentTable.filter(({ kind }) => kind !== 'secret').map(({ name }) => name),
);
const ASSIGNMENT = /^(\s*#?\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*)(.*?)(\r?)$/;

/**
 * Takes secrets out of what is shown. The same value is always given the same number, so that one sees that a value
 * changed, and where else it stands, without seeing it.
 */
export class Hider {
  private readonly numbers = new Map<string, number>();
  private readonly secrets: readonly string[];

  /** @param secrets values that are never shown, wherever they stand */
  constructor(secrets: readonly string[]) {
    this.secrets = secrets.filter(Boolean);
  }

  /**
   * A file as it may be shown. In the two that hold secrets only what is known to be none is left.
   * @param generated the same file as we make it, without the values of secrets
   */
  file(path: string, text: string, generated: string): string {
    if (path === ENV_FILE) return this.line(this.env(text, generated));
    return this.line(path === COMPANION_FILE ? this.settings(text, generated) : text);
  }

  /** Any text, without the secrets that are known. */
  line(text: string): string {
    return this.secrets.reduce((at, secret) => at.replaceAll(secret, () => this.hidden(secret)), text);
  }

  /** Names and our own comments stay; a comment of the owner's may be a former secret. */
  private env(text: string, generated: string): string {
    const ours = new Set(generated.split('\n'));
    const shown = text.split('\n').map((line) => {
      if (ours.has(line.replace(/\r$/, '')) || line.trim() === '') return line;
      const [, head = '', name = '', value = '', end = ''] = ASSIGNMENT.exec(line) ?? [];
      if (publicNames.has(name)) return line;
      // Without a value it may be no name, but the last line of a key in base64, which ends with `=`.
      if (name && /[^=]/.test(value)) return `${head}${this.hidden(parseEnvValue(value))}${end}`;
      return line.trimStart().startsWith('#') ? `# ${this.hidden(line)}` : this.hidden(line);
    });
    return shown.join('\n');
  }

  private settings(text: string, generated: string): string {
    const values = parseJson(text);
    if (!isTree(values)) return `${this.hidden(text)}\n`;
    const known = parseJson(generated);
    const entries = Object.entries(values).map(([key, value]) => {
      const open = isTree(known) && known[key] !== undefined && known[key] !== null;
      return [key, open ? value : this.hidden(String(value))];
    });
    return jsonText(Object.fromEntries(entries));
  }

  private hidden(value: string): string {
    const number = this.numbers.get(value) ?? this.numbers.size + 1;
    this.numbers.set(value, number);
    return `(hidden ${number})`;
  }
}
