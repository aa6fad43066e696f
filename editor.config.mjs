/**
 * Builds the page builder's script and styles for WordPress's block editor, into `companion-plugin/assets`.
 * The blocks look like the site because they are the site's components and its style sheet.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/postcss';
import { build, transform } from 'esbuild';
import postcss from 'postcss';

const root = path.dirname(fileURLToPath(import.meta.url));
const editor = path.join(root, 'companion-plugin/editor');
const assets = path.join(root, 'companion-plugin/assets');
const site = path.join(root, 'templates/site');
const fonts = path.join(root, 'src/runtime/fonts');

/** WordPress's packages are globals of the editor. */
const wordpress = {
  name: 'wordpress',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@wordpress\// }, ({ path: name }) => ({ path: name, namespace: 'wordpress' }));
    onLoad({ filter: /.*/, namespace: 'wordpress' }, ({ path: name }) => {
      const global = name
        .slice('@wordpress/'.length)
        .replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
      return { contents: `module.exports = window.wp.${global};` };
    });
  },
};

/** Parts of the site that only work on a site, and what stands in for them; see editor/site/README.md. */
const replaced = {
  ButtonLink: 'ButtonLink',
  Html: 'Html',
  CmsImage: 'Pictures',
  BlockPicture: 'Pictures',
  BlockIcon: 'BlockIcon',
  SectionHeading: 'SectionHeading',
};
const siteParts = {
  name: 'site-parts',
  setup({ onResolve }) {
    // The rest of it looks for an owner's own blocks, which a site alone has.
    onResolve({ filter: /^headless-site\/blocks$/ }, () => ({
      path: path.join(root, 'src/runtime/content/blocks/full-rows.ts'),
    }));
    onResolve({ filter: /^(@|\.)\// }, ({ path: name, importer }) => {
      const stand = replaced[path.basename(name)];
      if (stand && importer.startsWith(site)) return { path: path.join(editor, 'site', `${stand}.tsx`) };
      if (!name.startsWith('@/')) return undefined;
      const module = path.join(site, name.slice(2));
      return { path: ['.tsx', '.ts'].map((ending) => module + ending).find(existsSync) };
    });
  },
};

export async function buildEditor() {
  rmSync(path.join(assets, 'fonts'), { recursive: true, force: true });
  mkdirSync(path.join(assets, 'fonts'), { recursive: true });
  copyFileSync(path.join(fonts, 'OFL.txt'), path.join(assets, 'fonts/OFL.txt'));
  await build({
    entryPoints: [path.join(editor, 'index.tsx')],
    outfile: path.join(assets, 'blocks.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    // In the place of every tsconfig.json on the way, the site's included, which would bring a React of their own.
    tsconfigRaw: {
      compilerOptions: { jsx: 'react', jsxFactory: 'createElement', jsxFragmentFactory: 'Fragment' },
    },
    inject: [path.join(editor, 'jsx.ts')],
    plugins: [wordpress, siteParts],
    legalComments: 'none',
    logLevel: 'warning',
  });
  await styles();
}

async function styles() {
  const from = path.join(editor, 'blocks.css');
  const made = await postcss([tailwind({ optimize: false })]).process(readFileSync(from, 'utf8'), { from });
  // Without nested rules, so that each selector is seen whole.
  const flat = await transform(made.css, { loader: 'css', target: 'chrome100' });
  const below = await postcss([belowBlocks()]).process(flat.code, { from });
  const controls = readFileSync(path.join(editor, 'controls.css'), 'utf8');
  const { code } = await transform(`${below.css}\n${controls}`, { loader: 'css', minify: true });
  writeFileSync(path.join(assets, 'blocks.css'), code);
}

/**
 * Every rule below `.companion-block`, and out of its cascade layer: WordPress's own rules are in none, and would win over
 * all that are. The fonts of the Latin script come along.
 */
function belowBlocks() {
  const scope = '.companion-block';
  return {
    postcssPlugin: 'below-blocks',
    OnceExit(css) {
      css.walkAtRules('layer', (layer) => {
        if (layer.nodes) layer.replaceWith(layer.nodes);
        else layer.remove();
      });
      css.walkAtRules('font-face', (face) => {
        const file = /site-serif-latin(-italic)?\.woff2/.exec(String(face))?.[0];
        if (!file) {
          if (!String(face).includes('local(')) face.remove();
          return;
        }
        copyFileSync(path.join(fonts, file), path.join(assets, 'fonts', file));
        face.walkDecls('src', (src) => {
          src.value = `url("fonts/${file}") format("woff2")`;
        });
      });
      css.walkRules((rule) => {
        if (/keyframes$/.test(rule.parent?.name ?? '')) return;
        rule.selectors = rule.selectors.map((selector) => {
          if (selector.includes(scope)) return selector;
          if (/^(:root|:host|html|body)$/.test(selector)) return scope;
          // A choice of the theme (`:root[data-theme="dark"]`) stands above.
          if (/^(:root|html|body)?\s*\[/.test(selector)) return `${selector} ${scope}`;
          // Twice, to win over a theme's rules for headings, links and WordPress's blocks; not for what WordPress's own
          // buttons and fields are made of.
          if (/^(\*|::?[a-z-]+$|button|input|select|optgroup|textarea)/.test(selector))
            return `${scope} ${selector.replace(/^(\*|[a-z]+)/, '$1:not(:where(.components-button))')}`;
          return `${scope}${scope} ${selector.replace(/^(html|body)\s+/, '')}`;
        });
      });
    },
  };
}
