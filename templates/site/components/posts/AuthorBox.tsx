import { plainText } from 'headless-site/html';
import { postWords } from '@/components/words';
import { Avatar } from './Avatar';

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
    <section aria-label={postWords.aboutAuthor} className="flex gap-5 border-y border-line py-7">
      {avatar && <Avatar src={avatar} size={56} />}
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
