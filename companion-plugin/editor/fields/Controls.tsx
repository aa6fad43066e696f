import { URLInput } from '@wordpress/block-editor';
import { SelectControl, TextControl, ToggleControl } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { choice, label } from '../labels';
import { asText, data, type Field, isRecord } from '../manifest';
import { PictureButtons } from './Picture';

interface ControlsProps {
  fields: Record<string, Field>;
  values: Record<string, unknown>;
  onChange: (name: string, value: unknown) => void;
}

/** Whether any of the fields is edited beside the block. */
export const hasControls = (fields: Record<string, Field>): boolean =>
  Object.values(fields).some(({ kind }) => !['string', 'html', 'list'].includes(kind));

/** What cannot be edited where it stands: addresses, choices, icons, switches, and what pictures say to who does not see them. */
export function Controls({ fields, values, onChange }: ControlsProps) {
  return (
    <>
      {Object.entries(fields).map(([name, field]) => {
        const shown = control(name, field, values[name], (value) => onChange(name, value));
        return shown ? (
          <div key={name} className="companion-control">
            {shown}
          </div>
        ) : null;
      })}
    </>
  );
}

/** @returns null for what is edited where it stands */
function control(name: string, field: Field, value: unknown, onChange: (value: unknown) => void): ReactNode {
  const spacing = { __nextHasNoMarginBottom: true, __next40pxDefaultSize: true };
  switch (field.kind) {
    case 'url':
      return (
        <URLInput
          label={label(name)}
          className="companion-url"
          value={asText(value)}
          onChange={onChange}
          __nextHasNoMarginBottom
        />
      );
    case 'boolean':
      return (
        <ToggleControl
          label={label(name)}
          checked={value === true}
          onChange={onChange}
          __nextHasNoMarginBottom
        />
      );
    case 'enum':
      return (
        <SelectControl
          label={label(name)}
          value={asText(value) || (field.default ?? '')}
          options={options(field.values ?? [], !field.required && !field.default)}
          onChange={onChange}
          {...spacing}
        />
      );
    case 'token':
      return (
        <SelectControl
          label={label(name)}
          value={asText(value)}
          options={options(data.tokens, true)}
          onChange={(token) => onChange(token || undefined)}
          {...spacing}
        />
      );
    case 'icon':
      return (
        <>
          <SelectControl
            label={label(name)}
            value={data.icons.includes(asText(value)) ? asText(value) : ''}
            options={options(data.icons, true)}
            onChange={onChange}
            {...spacing}
          />
          {!data.icons.includes(asText(value)) && (
            <TextControl
              label={__('Or a short text, such as a number', 'headless-site-companion')}
              value={asText(value)}
              onChange={onChange}
              {...spacing}
            />
          )}
        </>
      );
    case 'image': {
      const image = isRecord(value) ? value : {};
      return (
        <>
          <p className="companion-control-label">{label(name)}</p>
          <PictureButtons value={image} onChange={onChange} />
          {image.url ? (
            <TextControl
              label={`${label(name)}: ${label('altText')}`}
              value={asText(image.alt)}
              help={__(
                'Says what the picture shows. Leave it empty if it is only decoration.',
                'headless-site-companion',
              )}
              onChange={(alt) => onChange({ ...image, alt })}
              {...spacing}
            />
          ) : null}
        </>
      );
    }
    default:
      return null;
  }
}

const options = (values: readonly string[], optional: boolean) => [
  ...(optional ? [{ value: '', label: __('None', 'headless-site-companion') }] : []),
  ...values.map((value) => ({ value, label: choice(value) })),
];
