import { rawHandler } from '@wordpress/blocks';
import { useDispatch } from '@wordpress/data';
import { useEffect } from '@wordpress/element';
import { asText, type Field } from './manifest';

interface Actions {
  replaceInnerBlocks(clientId: string, blocks: unknown[]): void;
  __unstableMarkNextChangeAsNotPersistent?: () => void;
}

interface Edited {
  clientId: string;
  attributes: Record<string, unknown>;
  setAttributes: (attributes: Record<string, unknown>) => void;
}

/**
 * Rich text that an import has left in the attribute becomes blocks inside, where it can be seen and edited. The server
 * reads it from there, too, as long as nothing else is written inside.
 *
 * @param hasText whether something is
 */
export function useContentInside(
  fields: Record<string, Field>,
  { clientId, attributes, setAttributes }: Edited,
  hasText: boolean,
): void {
  const [name] = Object.entries(fields).find(([, { kind }]) => kind === 'html') ?? [];
  const html = name ? asText(attributes[name]).trim() : '';
  const { replaceInnerBlocks, __unstableMarkNextChangeAsNotPersistent: quietly } = useDispatch(
    'core/block-editor',
  ) as Actions;
  useEffect(() => {
    if (!name || html === '' || hasText) return;
    // Nobody has done anything that could be undone.
    quietly?.();
    replaceInnerBlocks(clientId, rawHandler({ HTML: html }));
    quietly?.();
    setAttributes({ [name]: undefined });
  }, [name, html, hasText, clientId, quietly, replaceInnerBlocks, setAttributes]);
}
