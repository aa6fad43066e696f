import ts from 'typescript';

/** Draws a whole number from 0 and below `end`. */
export type Draw = (end: number) => number;

/** Takes text out of a source and puts another in. */
interface Splice {
  from: number;
  to: number;
  text: string;
}

/** Edits as people make them, by the nodes of the syntax; undefined where there is nothing of that kind. */
type Edit = (source: Source, draw: Draw) => Splice[] | undefined;

/** A file of which only what stands near a place is edited; undefined: all of it. */
interface Source extends ts.SourceFile {
  focus?: number;
}

/** Characters before and after that place. */
const NEAR = 250;

const nodesOf = <T extends ts.Node>(source: Source, is: (node: ts.Node) => node is T): T[] => {
  const found: T[] = [];
  const visit = (node: ts.Node): void => {
    if (is(node) && Math.abs(node.getStart(source) - (source.focus ?? node.getStart(source))) < NEAR)
      found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

const one = <T>(of: readonly T[], draw: Draw): T | undefined => of[draw(of.length)];

type Opening = ts.JsxOpeningElement | ts.JsxSelfClosingElement;
const isOpening = (node: ts.Node): node is Opening =>
  ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node);
const isChild = (node: ts.Node): node is ts.JsxChild =>
  (ts.isJsxElement(node.parent ?? node) || ts.isJsxFragment(node.parent ?? node)) &&
  (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxExpression(node));
const isLiteral = (node: ts.Node): node is ts.StringLiteral =>
  ts.isStringLiteral(node) && !ts.isImportDeclaration(node.parent);

/** All lines that a node stands on alone; otherwise the node. */
function linesOf(source: ts.SourceFile, node: ts.Node): { from: number; to: number; isAlone: boolean } {
  const [start, end] = [node.getStart(source), node.getEnd()];
  const from = source.text.lastIndexOf('\n', start - 1) + 1;
  const to = source.text.indexOf('\n', end) + 1 || source.text.length;
  const isAlone =
    /^\s*$/.test(source.text.slice(from, start)) && /^[,;]?\s*$/.test(source.text.slice(end, to));
  return isAlone ? { from, to, isAlone } : { from: start, to: end, isAlone };
}

const indentAt = (source: ts.SourceFile, at: number) =>
  /^[ \t]*/.exec(source.text.slice(source.text.lastIndexOf('\n', at - 1) + 1))?.[0] ?? '';

const name = (draw: Draw) => `Own${String.fromCharCode(65 + draw(26))}${String.fromCharCode(97 + draw(26))}`;

function importOf(source: ts.SourceFile, what: string, draw: Draw): Splice {
  const at = one(source.statements.filter(ts.isImportDeclaration), draw)?.getStart(source) ?? 0;
  return { from: at, to: at, text: `import { ${what} } from './${what}';\n` };
}

/** An import that nothing uses any more goes with the last use. */
function unusedImports(source: ts.SourceFile, gone: string): Splice[] {
  const names = new Set(gone.match(/\b[A-Z]\w+/g));
  return source.statements.filter(ts.isImportDeclaration).flatMap((statement) => {
    const text = statement.getText(source);
    const imported = text.replace(/\bfrom\b.*/s, '').match(/\b[A-Z]\w+/g) ?? [];
    const used = (word: string) => source.text.split(new RegExp(`\\b${word}\\b`)).length > 3;
    const isUnused = imported.length === 1 && imported.every((word) => names.has(word) && !used(word));
    return isUnused ? [{ ...linesOf(source, statement), text: '' }] : [];
  });
}

export const edits: Readonly<Record<string, Edit>> = {
  'an element less': (source, draw) => {
    const child = one(nodesOf(source, isChild), draw);
    if (!child) return undefined;
    return [{ ...linesOf(source, child), text: '' }, ...unusedImports(source, child.getText(source))];
  },
  'an element more': (source, draw) => {
    const child = one(
      nodesOf(source, isChild).filter((node) => linesOf(source, node).isAlone),
      draw,
    );
    if (!child) return undefined;
    const { from, to } = linesOf(source, child);
    const at = draw(2) ? from : to;
    const own = name(draw);
    const text = `${indentAt(source, child.getStart(source))}<${own} />\n`;
    return [{ from: at, to: at, text }, importOf(source, own, draw)];
  },
  'an element around one': (source, draw) => {
    const child = one(nodesOf(source, isChild), draw);
    if (!child) return undefined;
    const [from, to] = [child.getStart(source), child.getEnd()];
    const indent = indentAt(source, from);
    const inner = source.text.slice(from, to);
    const text = draw(2)
      ? `<div className="own">${inner}</div>`
      : `<div className="own">\n${indent}  ${inner.replaceAll('\n', '\n  ')}\n${indent}</div>`;
    return [{ from, to, text }];
  },
  'an element elsewhere': (source, draw) => {
    const children = nodesOf(source, isChild).filter((node) => linesOf(source, node).isAlone);
    const child = one(children, draw);
    const other = one(
      children.filter((node) => node.parent === child?.parent && node !== child),
      draw,
    );
    if (!child || !other) return undefined;
    const { from, to } = linesOf(source, child);
    const at = draw(2) ? linesOf(source, other).from : linesOf(source, other).to;
    return [
      { from, to, text: '' },
      { from: at, to: at, text: source.text.slice(from, to) },
    ];
  },
  'another element': (source, draw) => {
    const element = one(nodesOf(source, ts.isJsxElement), draw);
    if (!element) return undefined;
    return [element.openingElement.tagName, element.closingElement.tagName].map((tag) => ({
      ...{ from: tag.getStart(source), to: tag.getEnd() },
      text: 'section',
    }));
  },
  'an attribute more': (source, draw) => {
    const opening = one(nodesOf(source, isOpening), draw);
    if (!opening) return undefined;
    const at = one(opening.attributes.properties, draw)?.getEnd() ?? opening.tagName.getEnd();
    const isLong = opening.getText(source).includes('\n');
    const own = `data-${name(draw).toLowerCase()}=""`;
    return [{ from: at, to: at, text: isLong ? `\n${indentAt(source, at)}${own}` : ` ${own}` }];
  },
  'an attribute less': (source, draw) => {
    const attribute = one(nodesOf(source, ts.isJsxAttribute), draw);
    return attribute && [{ ...linesOf(source, attribute), text: '' }];
  },
  'attributes on lines of their own': (source, draw) => {
    const opening = one(
      nodesOf(source, isOpening).filter((node) => !node.getText(source).includes('\n')),
      draw,
    );
    const indent = opening && indentAt(source, opening.getStart(source));
    return opening?.attributes.properties.map((attribute) => ({
      ...{ from: attribute.getFullStart(), to: attribute.getStart(source) },
      text: `\n${indent}  `,
    }));
  },
  'another text': (source, draw) => {
    const literal = one(nodesOf(source, isLiteral), draw);
    if (!literal) return undefined;
    const [from, to] = [literal.getStart(source) + 1, literal.getEnd() - 1];
    const words = source.text.slice(from, to).split(' ');
    words[draw(words.length)] = name(draw).toLowerCase();
    return [{ from, to, text: words.join(' ') }];
  },
  'a property more': (source, draw) => {
    const literal = one(nodesOf(source, ts.isObjectLiteralExpression), draw);
    const after = literal && one(literal.properties, draw);
    if (!after) return undefined;
    const { isAlone, to } = linesOf(source, after);
    const own = `${name(draw).toLowerCase()}: 'own'`;
    return isAlone && source.text[after.getEnd()] === ','
      ? [{ from: to, to, text: `${indentAt(source, after.getStart(source))}${own},\n` }]
      : [{ from: after.getEnd(), to: after.getEnd(), text: `, ${own}` }];
  },
  'a value that is worked out of another': (source, draw) => {
    const declarations = nodesOf(source, ts.isVariableStatement).filter((node) =>
      ts.isBlock(node.parent ?? node),
    );
    const after = one(declarations, draw);
    const first = after?.declarationList.declarations[0]?.name;
    const opening = one(nodesOf(source, isOpening), draw);
    if (!after || !first || !ts.isIdentifier(first) || !opening) return undefined;
    const own = name(draw).toLowerCase();
    const { to } = linesOf(source, after);
    const text = `${indentAt(source, after.getStart(source))}const ${own} = String(${first.text});\n`;
    const end = opening.tagName.getEnd();
    return [
      { from: to, to, text },
      { from: end, to: end, text: ` data-own={${own}}` },
    ];
  },
  'another name of a value': (source, draw) => {
    const declared = one(nodesOf(source, ts.isVariableDeclaration), draw)?.name;
    if (!declared || !ts.isIdentifier(declared)) return undefined;
    const own = name(draw).toLowerCase();
    return nodesOf(Object.assign(source, { focus: undefined }), ts.isIdentifier)
      .filter((node) => node.text === declared.text && !ts.isPropertyAccessExpression(node.parent))
      .map((node) => ({ from: node.getStart(source), to: node.getEnd(), text: own }));
  },
};

export const parse = (text: string) =>
  ts.createSourceFile('file.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

/** @returns the text after an edit; undefined where it has no place for one, or would be broken by it */
export function edited(text: string, kind: string, draw: Draw, focus?: number): string | undefined {
  const source: Source = Object.assign(parse(text), focus === undefined ? {} : { focus });
  const splices = edits[kind]?.(source, draw)?.sort((a, b) => b.from - a.from || b.to - a.to);
  if (!splices || splices.some((splice, index) => splice.from < (splices[index + 1]?.to ?? 0)))
    return undefined;
  const after = splices.reduce((now, { from, to, text }) => now.slice(0, from) + text + now.slice(to), text);
  return after !== text && brokenBy(after).length <= brokenBy(text).length ? after : undefined;
}

const NAMES = new Set([2304, 2552, 2448, 2451, 2300, 18004, 17001]);
const host = (text: string): ts.CompilerHost => ({
  ...ts.createCompilerHost({}),
  getSourceFile: (file) => (file === 'file.tsx' ? parse(text) : undefined),
  fileExists: (file) => file === 'file.tsx',
  readFile: () => text,
});

/** @returns what is wrong with the syntax, and names that are not there or there twice */
export function brokenBy(text: string): string[] {
  const options: ts.CompilerOptions = { noLib: true, noResolve: true, jsx: ts.JsxEmit.Preserve, types: [] };
  const program = ts.createProgram(['file.tsx'], options, host(text));
  const source = program.getSourceFile('file.tsx');
  const found = [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source).filter(({ code }) => NAMES.has(code)),
  ];
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
