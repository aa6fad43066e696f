import { Icon } from '@/components/content/Icon';
import { data } from '../manifest';

/** As the site's: an icon of the manifest as a drawing, any other value as it is. */
export function BlockIcon({ icon }: { icon?: string }) {
  if (!icon) return null;
  if (data.icons.includes(icon)) return <Icon name={icon as never} size={28} />;
  return <span className="icon-text">{icon}</span>;
}
