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

/** The author, below the post. Nothing where there is only a name, which the head of the post has. */
export function AuthorBox({ name, description, avatar, path }: AuthorBoxProps) {
  const shown = plainText(name);
  if (!shown || (!avatar && !description)) return null;
  return (
    <section aria-label={postWords.aboutAuthor} className="author">
      {avatar && <Avatar src={avatar} size={72} />}
      <div>
        <p className="author-name">{shown}</p>
        {description && <p>{description}</p>}
        {path && (
          <a href={path} className="more">
            {postWords.postsBy(shown)}
          </a>
        )}
      </div>
    </section>
  );
}
