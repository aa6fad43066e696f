import { type BlockIcon as IconName, isIcon } from 'headless-site';
import { Icon } from '@/components/content/Icon';

/** An icon of the manifest as a drawing; any other value, such as a number or two letters, as it is. */
export function BlockIcon({ icon }: { icon: string }) {
  if (!icon) return null;
  if (isIcon(icon)) return <Icon name={icon as IconName} size={28} />;
  return <span className="icon-text">{icon}</span>;
}
