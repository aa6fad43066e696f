interface SectionBarProps {
  id: string;
  title: string;
  /** The way to the rest. */
  more?: { href: string; label: string };
}

/** The head of a row of posts: its name, and the way to all of them. */
export function SectionBar({ id, title, more }: SectionBarProps) {
  return (
    <div className="bar">
      <h2 id={id}>{title}</h2>
      {more && (
        <a href={more.href} className="more">
          {more.label}
        </a>
      )}
    </div>
  );
}
