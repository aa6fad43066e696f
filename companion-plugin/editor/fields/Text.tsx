import { RichText } from '@wordpress/block-editor';
import { label } from '../labels';

interface TextProps {
  field: string;
  value: string;
  onChange: (text: string) => void;
  /** Where it is in the block, so that the editor keeps cursors apart. */
  path: string;
}

/** A plain text that is edited where it stands. What is stored is text, not HTML. */
export function Text({ field, value, onChange, path }: TextProps) {
  return (
    <RichText
      tagName="span"
      identifier={path}
      aria-label={label(field)}
      placeholder={label(field)}
      allowedFormats={[]}
      disableLineBreaks
      value={escaped(value)}
      onChange={(html) => onChange(plain(html))}
    />
  );
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A parser runs nothing of what it reads. */
const plain = (html: string) =>
  new DOMParser().parseFromString(html.replace(/<br\s*\/?>/gi, ' '), 'text/html').body.textContent ?? '';
