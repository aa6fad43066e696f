import { pasteHandler } from '@wordpress/blocks';
import { Button } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { __ } from '@wordpress/i18n';

interface Actions {
  replaceInnerBlocks(clientId: string, blocks: unknown[]): void;
}

interface ImportedProps {
  clientId: string;
  /** Rich text that an import has left in the attribute. The site shows it as long as nothing is written inside. */
  html: string;
  /** The attribute is empty from now on. */
  onMoved: () => void;
}

/**
 * What stands on the site and in no block. Nothing is changed before somebody says so: pasting cleans it, and some of what
 * an import wrote may be lost.
 */
export function Imported({ clientId, html, onMoved }: ImportedProps) {
  const { replaceInnerBlocks } = useDispatch('core/block-editor') as Actions;
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
  const move = () => {
    replaceInnerBlocks(clientId, [pasteHandler({ HTML: html, mode: 'BLOCKS' })].flat());
    onMoved();
  };
  return (
    <div className="companion-plain">
      <p className="companion-plain-title">
        {__('Imported text, as the site shows it', 'headless-site-companion')}
      </p>
      <p>{text.length > 300 ? `${text.slice(0, 300)}…` : text}</p>
      <Button variant="secondary" onClick={move}>
        {__('Convert to blocks', 'headless-site-companion')}
      </Button>
    </div>
  );
}
