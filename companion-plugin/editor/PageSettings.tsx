import { SelectControl, TextControl, ToggleControl } from '@wordpress/components';
import { useEntityProp } from '@wordpress/core-data';
import { useSelect } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import type { ComponentType, ReactNode } from 'react';
import { asText, isRecord } from './manifest';

/** Name of the page's meta; see GraphQL\PageSettings. */
const META = 'companion_page_settings';

type Panel = ComponentType<{ name: string; title: string; children: ReactNode }>;

/** WordPress 6.6 moved it; asking for the old place where the new one is there would print a warning. */
const DocumentPanel = (window.wp.editor?.PluginDocumentSettingPanel ??
  window.wp.editPost?.PluginDocumentSettingPanel) as Panel | undefined;

/** How the site shows this page, in the column of the page itself. */
export function PageSettings() {
  const type = useSelect((select) => (select('core/editor') as EditorStore).getCurrentPostType(), []);
  return type === 'page' && DocumentPanel ? <Panel Place={DocumentPanel} /> : null;
}

interface EditorStore {
  getCurrentPostType(): string;
}

/** The settings of the page that is open, and what changes one of them. */
export function usePageSettings() {
  const [meta, setMeta] = useEntityProp('postType', 'page', 'meta');
  const values: Record<string, unknown> = isRecord(meta?.[META]) ? meta[META] : {};
  const set = (name: string, value: unknown) => setMeta({ ...meta, [META]: { ...values, [name]: value } });
  return [values, set] as const;
}

function Panel({ Place }: { Place: Panel }) {
  const [values, set] = usePageSettings();
  const toggle = (name: string, label: string) => (
    <ToggleControl
      label={label}
      checked={values[name] === true}
      onChange={(value) => set(name, value)}
      __nextHasNoMarginBottom
    />
  );
  return (
    <Place name="companion-page-settings" title={__('Page on the site', 'headless-site-companion')}>
      <div className="companion-settings">
        {toggle('hideTitle', __('Hide the title', 'headless-site-companion'))}
        {toggle('hideHeader', __('Hide the header', 'headless-site-companion'))}
        {toggle('hideFooter', __('Hide the footer', 'headless-site-companion'))}
        {toggle('showSidebar', __('Show the sidebar', 'headless-site-companion'))}
        <SelectControl
          label={__('Width', 'headless-site-companion')}
          value={asText(values.containerWidth) || 'default'}
          options={[
            { value: 'default', label: __('Theme default', 'headless-site-companion') },
            { value: 'contained', label: __('Narrow', 'headless-site-companion') },
            { value: 'full', label: __('Full width', 'headless-site-companion') },
          ]}
          onChange={(value) => set('containerWidth', value)}
          __nextHasNoMarginBottom
          __next40pxDefaultSize
        />
        <TextControl
          label={__('CSS classes', 'headless-site-companion')}
          value={asText(values.customCssClass)}
          help={__('Separated by spaces.', 'headless-site-companion')}
          onChange={(value) => set('customCssClass', value)}
          __nextHasNoMarginBottom
          __next40pxDefaultSize
        />
      </div>
    </Place>
  );
}
