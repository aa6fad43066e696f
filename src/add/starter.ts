import { fieldKinds, type GroupField, rowTypes } from './field-kinds';
import { WIDTH, when } from './jsx';
import { title } from './names';
import type { View } from './views';

/** A component that shows fields, as Biome writes it. It reads the language itself: not every place in the theme has it at hand. */
export function starter(name: string, view: View, fields: readonly GroupField[]): string {
  const shown = fields.flatMap((field) => {
    const kind = fieldKinds[field.kind];
    const value = `fields.${field.name}`;
    return kind ? when(kind.when?.(value) ?? value, kind.show(value, title(field.name)), 6) : [];
  });
  const code = shown.join('\n');
  const formats = ['formatDate', 'formatNumber'].filter((format) => code.includes(`${format}(`));
  const needsLanguage = formats.length > 0;
  const types = [view.type, ...rowTypes.filter((type) => code.includes(`: ${type})`))];
  const imports = [
    needsLanguage && `import { ${formats.join(', ')} } from 'headless-site';`,
    needsLanguage
      ? imported('', [...types.map((type) => `type ${type}`), 'readDocumentLanguage'])
      : imported('type ', types),
    code.includes('<CmsImage') && "import { CmsImage } from '@/components/content/CmsImage';",
    code.includes('<SafeHtml') && "import { SafeHtml } from '@/components/content/Html';",
  ].filter(Boolean);
  return `${imports.join('\n')}

/** What ${view.owner} has of the fields "${title(name)}"; nothing where it has none. */
${signature(`export ${needsLanguage ? 'async ' : ''}function ${view.component}`, `${view.type}['${view.field}']`)}
${needsLanguage ? '  const language = await readDocumentLanguage();\n' : ''}${returned(view.classes, shown)}
}
`;
}

function imported(type: 'type ' | '', names: string[]): string {
  const sorted = names.sort(byName);
  const line = `import ${type}{ ${sorted.join(', ')} } from 'headless-site/content';`;
  return line.length <= WIDTH
    ? line
    : line.replace('{ ', '{\n  ').replaceAll(', ', ',\n  ').replace(' }', ',\n}');
}

/** Biome's order of imported names. */
const byName = (...names: [string, string]) => {
  const [a = '', b = ''] = names.map((name) => name.replace(/^type /, '').toLowerCase());
  return a < b ? -1 : 1;
};

function signature(head: string, type: string): string {
  const line = `${head}({ fields }: { fields: ${type} }) {`;
  return line.length <= WIDTH ? line : `${head}({\n  fields,\n}: {\n  fields: ${type};\n}) {`;
}

/** @param shown lines within the element */
function returned(classes: string, shown: readonly string[]): string {
  const open = `<div className="${classes}">`;
  const inOne = `${open}${shown[0]?.trim()}</div>`;
  if (shown.length === 1 && `  return ${inOne};`.length <= WIDTH) return `  return ${inOne};`;
  const lines =
    shown.length === 1 && inOne.length + 4 <= WIDTH
      ? [`    ${inOne}`]
      : [`    ${open}`, ...shown, '    </div>'];
  return ['  return (', ...lines, '  );'].join('\n');
}
