import { MediaUpload, MediaUploadCheck } from '@wordpress/block-editor';
import { Button } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { StoredImage } from '../manifest';

interface PictureProps {
  value: StoredImage;
  onChange: (image: StoredImage | undefined) => void;
  /** Its controls are shown while the block is selected. */
  active: boolean;
}

/** A picture of the media library, chosen where it will stand. */
export function Picture({ value, onChange, active }: PictureProps) {
  return (
    <span className="companion-picture" data-empty={value.url ? undefined : true}>
      {/* biome-ignore lint/performance/noImgElement: this is WordPress, not Next */}
      {value.url && <img src={value.url} alt={value.alt ?? ''} />}
      {active && (
        <span className="companion-controls">
          <PictureButtons value={value} onChange={onChange} />
        </span>
      )}
    </span>
  );
}

/** Chooses, replaces and removes it; in the column beside the block, too, which the keyboard reaches first. */
export function PictureButtons({ value, onChange }: Omit<PictureProps, 'active'>) {
  const choose = value.url
    ? __('Replace picture', 'headless-site-companion')
    : __('Choose picture', 'headless-site-companion');
  return (
    <>
      <MediaUploadCheck>
        <MediaUpload
          allowedTypes={['image']}
          value={value.id}
          onSelect={({ id, url, alt }) => onChange({ id, url, alt: alt ?? '' })}
          render={({ open }) => (
            <Button variant="secondary" onClick={open}>
              {choose}
            </Button>
          )}
        />
      </MediaUploadCheck>
      {value.url && (
        <Button variant="tertiary" isDestructive onClick={() => onChange(undefined)}>
          {__('Remove', 'headless-site-companion')}
        </Button>
      )}
    </>
  );
}
