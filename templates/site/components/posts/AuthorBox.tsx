import { plainText } from '@/lib/content/html';

interface AuthorBoxProps {
  name: string;
  description: string;
  avatar?: string;
  /** The author's archive. */
  path?: string;
}

/** Who wrote the post, below it. */
export function AuthorBox({ name, description, avatar, path }: AuthorBoxProps) {
  return (
    <section aria-label="About the author" className="flex gap-5 border-y border-line py-7">
      {avatar && (
        // biome-ignore lint/performance/noImgElement: 56 pixels need no optimiser
        <img
          src={avatar}
          alt=""
          width={56}
          height={56}
          loading="lazy"
          className="size-14 rounded-full bg-muted"
        />
      )}
      <div className="text-sm">
        <p className="font-semibold">
          {path ? (
            <a href={path} className="link inline-block py-0.5">
              {plainText(name)}
            </a>
          ) : (
            plainText(name)
          )}
        </p>
        <p className="mt-1 text-soft">{description}</p>
      </div>
    </section>
  );
}
