import { InspectorControls, useBlockProps } from '@wordpress/block-editor';
import type { EditProps } from '@wordpress/blocks';
import { Notice, PanelBody } from '@wordpress/components';
import { useSelect } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import { components } from './components';
import { editable } from './editable';
import { Controls, hasControls } from './fields/Controls';
import { Add, useStep } from './fields/Entries';
import { hints } from './hints';
import { Imported } from './Imported';
import { label } from './labels';
import { asList, asText, data, type Field, isRecord } from './manifest';
import { Plain } from './Plain';
import { fromStored, toStored } from './stored';

/** Any block of the manifest: the site's component with something to edit in it, and the rest in the column beside. */
export function Edit({ name, attributes, setAttributes, isSelected, clientId }: EditProps) {
  const spec = data.blocks[name];
  const active = useHoldsFocus(clientId) || isSelected;
  const hasText = useHasText(clientId);
  const blockProps = useBlockProps({ className: 'companion-block alignfull' });
  const step = useStep();
  if (!spec) return <div {...blockProps}>{name}</div>;
  const set = (field: string, value: unknown) => setAttributes({ [field]: toStored(value) });
  const values = fromStored(attributes) as Record<string, unknown>;
  const block = editable(spec.fields, values, { path: '', active, onChange: set });
  const Component = components[name];
  const [rich] = Object.entries(spec.fields).find(([, { kind }]) => kind === 'html') ?? [];
  const imported = rich && !hasText ? asText(attributes[rich]).trim() : '';
  const found = hints(spec.fields, values, hasText);
  return (
    <>
      <InspectorControls>
        {found.length > 0 && (
          <div className="companion-hints">
            <Notice status="warning" isDismissible={false}>
              {found.map((hint) => (
                <p key={hint}>{hint}</p>
              ))}
            </Notice>
          </div>
        )}
        {hasControls(spec.fields) && (
          <PanelBody title={__('Section', 'headless-site-companion')}>
            <Controls fields={spec.fields} values={values} onChange={set} />
          </PanelBody>
        )}
        <Entries fields={spec.fields} values={values} onChange={set} />
      </InspectorControls>
      {/* Two texts of one list are one attribute, which WordPress takes back at once. */}
      <div {...blockProps} onFocusCapture={() => step()}>
        {Component ? (
          <Component block={block} headingLevel={2} id={clientId} isFirst={false} />
        ) : (
          <Plain spec={spec} block={block} />
        )}
        {rich && imported && (
          <Imported
            clientId={clientId}
            html={imported}
            onMoved={() => setAttributes({ [rich]: undefined })}
          />
        )}
        {active && <Appenders fields={spec.fields} values={values} onChange={set} />}
        {found.length > 0 && <p className="companion-badge">{found[0]}</p>}
      </div>
    </>
  );
}

interface FieldsProps {
  fields: Record<string, Field>;
  values: Record<string, unknown>;
  onChange: (name: string, value: unknown) => void;
}

/** Controls of the entries of each list. */
function Entries({ fields, values, onChange }: FieldsProps) {
  return (
    <>
      {Object.entries(fields).flatMap(([name, field]) => {
        const { item } = field;
        if (typeof item !== 'object' || !hasControls(item.fields)) return [];
        const rows = asList(values[name]);
        return rows.map((given, at) => {
          const row = isRecord(given) ? given : {};
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
            <PanelBody key={`${name}.${at}`} title={`${label(name)} ${at + 1}`} initialOpen={false}>
              <Controls
                fields={item.fields}
                values={row}
                onChange={(inner, value) =>
                  onChange(
                    name,
                    rows.map((old, place) => (place === at ? { ...row, [inner]: value } : old)),
                  )
                }
              />
            </PanelBody>
          );
        });
      })}
    </>
  );
}

/** Below the block: one more entry for each of its lists. */
function Appenders({ fields, values, onChange }: FieldsProps) {
  const lists = Object.entries(fields).filter(([, field]) => typeof field.item === 'object');
  if (lists.length === 0) return null;
  return (
    <div className="companion-appenders">
      {lists.map(([name]) => (
        <Add key={name} name={name} onClick={() => onChange(name, [...asList(values[name]), {}])} />
      ))}
    </div>
  );
}

interface BlockEditorStore {
  hasSelectedInnerBlock(clientId: string, deep: boolean): boolean;
  getBlock(clientId: string): { innerBlocks: { attributes: Record<string, unknown> }[] } | null;
}

/** Whether a block inside is selected. */
const useHoldsFocus = (clientId: string) =>
  useSelect(
    (select) => (select('core/block-editor') as BlockEditorStore).hasSelectedInnerBlock(clientId, true),
    [clientId],
  );

/** Whether a block inside says something: a new section has an empty paragraph. */
const useHasText = (clientId: string) =>
  useSelect(
    (select) => {
      const inside = (select('core/block-editor') as BlockEditorStore).getBlock(clientId)?.innerBlocks ?? [];
      return inside.some(({ attributes }) => String(attributes.content ?? 'x') !== '');
    },
    [clientId],
  );
