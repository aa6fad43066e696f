interface SectionHeadingProps {
  children?: string;
  level?: 1 | 2 | 3;
  /** Without one it is as large as the section says. */
  className?: string;
}

/** A block's heading; nothing when the editor left it empty. */
export function SectionHeading({ children = '', level = 2, className }: SectionHeadingProps) {
  const Heading = `h${level}` as const;
  const text = children.trim();
  return text ? <Heading className={className}>{text}</Heading> : null;
}
