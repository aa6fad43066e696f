import type { BlockIcon } from 'headless-site';

/** Drawings on a 24 by 24 grid, one line width, made for this theme. Names of the block manifest first. */
const blockIcons: Record<BlockIcon, string> = {
  bolt: 'M13 3 5.5 13.5H11L10.5 21 18.5 10.5H13Z',
  calendar: 'M4 6.5h16v13H4ZM4 10.5h16M8.5 4v4M15.5 4v4',
  chart: 'M4 4v16h16M8.5 16v-4M13 16V8M17.5 16v-6.5',
  check: 'm4.5 12.5 5 5 10-11',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3.5 2',
  globe:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17',
  heart: 'M12 20C2 13.5 3 6 7.7 5.3c2-.3 3.5 1 4.3 2.7.8-1.7 2.3-3 4.3-2.7C21 6 22 13.5 12 20Z',
  leaf: 'M4.5 20C6 14 9 11 14.5 9M7 16.5C4 9.5 9 4 20 4c.5 10-4 16.5-13 12.5Z',
  lock: 'M5.5 10.5h13v9.5h-13ZM8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3M12 14v2.5',
  mail: 'M3.5 5.5h17v13h-17ZM3.5 6.5 12 13l8.5-6.5',
  map: 'M12 20.5c-4.5-5-6.5-8-6.5-11a6.5 6.5 0 0 1 13 0c0 3-2 6-6.5 11ZM12 7.2a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6Z',
  phone:
    'M5 4h4l1.5 4.5-2.3 1.7a11 11 0 0 0 5.6 5.6l1.7-2.3L20 15v4c0 .8-.7 1.3-1.5 1.2A15.5 15.5 0 0 1 3.8 5.5C3.7 4.7 4.2 4 5 4Z',
  shield: 'M12 3.5 5 6v5.5c0 4.5 3 7.3 7 9 4-1.7 7-4.5 7-9V6ZM9 12l2.2 2.2L15.3 10',
  spark: 'M12 3.5c.6 5.4 3 7.9 8.5 8.5-5.5.6-7.9 3-8.5 8.5-.6-5.5-3-7.9-8.5-8.5 5.5-.6 7.9-3.1 8.5-8.5Z',
  star: 'm12 3.8 2.5 5.3 5.8.7-4.3 4 1.2 5.7L12 16.6l-5.2 2.9L8 13.8l-4.3-4 5.8-.7Z',
  tools:
    'M14.5 9.5 5 19a1.8 1.8 0 0 1-2.5-2.5L12 7M20.5 6.5l-3 3-3-.5-.5-3 3-3a4.7 4.7 0 0 0-5 6.5 4.7 4.7 0 0 0 3 3 4.7 4.7 0 0 0 5.5-6Z',
  truck:
    'M3 6h11v10H3ZM14 9.5h3.8L21 13v3h-7M7 15.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM17 15.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z',
  users:
    'M9 5a3.3 3.3 0 1 0 0 6.6A3.3 3.3 0 0 0 9 5ZM3 19.5c0-3.7 2.5-5.5 6-5.5s6 1.8 6 5.5M15.5 5.3a3.2 3.2 0 0 1 0 6M17.5 14.3c2.2.6 3.5 2.3 3.5 5.2',
};

const themeIcons = {
  chevron: 'm6 9 6 6 6-6',
  close: 'M5 5l14 14M19 5 5 19',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11v5.5M12 7.5v.4',
  menu: 'M4 8h16M4 16h16',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 20.5 20.5',
  share: 'M12 15.5V3.5M7.5 8 12 3.5 16.5 8M5 13v7.5h14V13',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  warning: 'M12 4 2.8 19.5h18.4ZM12 10v4.5M12 16.8v.4',
} as const;

export type IconName = BlockIcon | keyof typeof themeIcons;

const paths: Record<IconName, string> = { ...blockIcons, ...themeIcons };

interface IconProps {
  name: IconName;
  /** Pixels. */
  size?: number;
  className?: string;
}

/** Decoration beside words: hidden from screen readers, takes the colour of the text. */
export function Icon({ name, size = 20, className }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d={paths[name]} />
    </svg>
  );
}
