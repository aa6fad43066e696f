/** What the page builder uses of WordPress 6.0 to 7.1. These packages are globals of the editor (`wp.blockEditor`), not files. */

declare module '@wordpress/block-editor' {
  import type { ComponentType, HTMLAttributes, ReactNode } from 'react';
  export const RichText: ComponentType<{
    value: string;
    onChange: (html: string) => void;
    tagName?: string;
    identifier?: string;
    placeholder?: string;
    allowedFormats?: string[];
    disableLineBreaks?: boolean;
    className?: string;
    'aria-label'?: string;
  }>;
  export const InspectorControls: ComponentType<{ children: ReactNode }>;
  export const BlockControls: ComponentType<{ group?: string; children: ReactNode }>;
  export const InnerBlocks: ComponentType<Record<never, never>> & { Content: ComponentType };
  export const MediaUploadCheck: ComponentType<{ children: ReactNode }>;
  export const MediaUpload: ComponentType<{
    allowedTypes: string[];
    value?: number;
    onSelect: (media: { id: number; url: string; alt?: string }) => void;
    render: (it: { open: () => void }) => ReactNode;
  }>;
  /** Offers pages of this WordPress while one types. */
  export const URLInput: ComponentType<{
    value: string;
    onChange: (url: string) => void;
    label?: string;
    className?: string;
    __nextHasNoMarginBottom?: boolean;
  }>;
  export function useBlockProps(props?: HTMLAttributes<HTMLElement>): HTMLAttributes<HTMLElement>;
  export function useInnerBlocksProps(
    props: HTMLAttributes<HTMLElement>,
    options: {
      allowedBlocks?: string[];
      template?: [string, Record<string, unknown>?][];
      templateLock?: false;
      renderAppender?: ComponentType | false;
    },
  ): HTMLAttributes<HTMLElement>;
}

declare module '@wordpress/blocks' {
  import type { ComponentType, ReactNode } from 'react';
  /** Makes blocks of HTML as of what somebody pastes. */
  export function pasteHandler(from: { HTML: string; mode: 'BLOCKS' }): unknown;
  export interface EditProps {
    name: string;
    attributes: Record<string, unknown>;
    setAttributes: (some: Record<string, unknown>) => void;
    isSelected: boolean;
    clientId: string;
  }
  export function registerBlockType(
    name: string,
    settings: {
      edit: ComponentType<EditProps>;
      save: () => ReactNode;
      icon?: ReactNode;
      example?: { attributes: Record<string, unknown>; viewportWidth?: number };
      supports?: Record<string, unknown>;
    },
  ): void;
}

declare module '@wordpress/components' {
  import type { ComponentType, ReactNode } from 'react';
  export const Button: ComponentType<{
    variant?: 'primary' | 'secondary' | 'tertiary' | 'link';
    icon?: ReactNode;
    label?: string;
    isDestructive?: boolean;
    isPressed?: boolean;
    disabled?: boolean;
    size?: 'small' | 'compact';
    className?: string;
    onClick: () => void;
    children?: ReactNode;
  }>;
  export const Notice: ComponentType<{ status: string; isDismissible: boolean; children: ReactNode }>;
  export const PanelBody: ComponentType<{ title: string; initialOpen?: boolean; children: ReactNode }>;
  export const SelectControl: ComponentType<{
    label: string;
    value: string;
    options: { value: string; label: string }[];
    onChange: (value: string) => void;
    __nextHasNoMarginBottom?: boolean;
    __next40pxDefaultSize?: boolean;
  }>;
  export const TextControl: ComponentType<{
    label: string;
    value: string;
    help?: string;
    onChange: (value: string) => void;
    __nextHasNoMarginBottom?: boolean;
    __next40pxDefaultSize?: boolean;
  }>;
  export const ToggleControl: ComponentType<{
    label: string;
    checked: boolean;
    help?: string;
    onChange: (value: boolean) => void;
    __nextHasNoMarginBottom?: boolean;
  }>;
}

declare module '@wordpress/core-data' {
  export function useEntityProp(
    kind: string,
    name: string,
    property: string,
  ): [Record<string, unknown> | undefined, (value: Record<string, unknown>) => void];
}

declare module '@wordpress/data' {
  export function useDispatch(store: string): unknown;
  export function useSelect<Result>(
    select: (from: (store: string) => never) => Result,
    deps: unknown[],
  ): Result;
}

declare module '@wordpress/element' {
  export { createElement, Fragment, useEffect, useRef, useState } from 'react';
}

declare module '@wordpress/i18n' {
  export function __(text: string, domain: 'headless-site-companion'): string;
  export function sprintf(text: string, ...values: (string | number)[]): string;
}

declare module '@wordpress/plugins' {
  import type { ComponentType } from 'react';
  export function registerPlugin(name: string, settings: { render: ComponentType }): void;
}

interface Window {
  /** Written by Blocks\Registration. */
  companionBlocks?: import('./manifest').EditorData;
  wp: Record<string, Record<string, unknown> | undefined>;
}
