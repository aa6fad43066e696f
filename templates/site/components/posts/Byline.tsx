import { dayInWords, isNamedCategory, type LinkView, type PostCardView } from 'headless-site/content';
import { plainText } from 'headless-site/html';
import { Icon } from '@/components/content/Icon';
import { postWords } from '@/components/words';
import { Avatar } from './Avatar';

interface BylineProps {
  post: PostCardView;
  /** The page's language, for the date. */
  language: string;
}

/** Author and date of a post in a list; a post without a date is one that the CMS keeps back. */
export function Byline({ post: { author, date }, language }: BylineProps) {
  const hasDate = dayInWords(date, language) !== '';
  return (
    <p className="byline">
      {author.name && (
        <b>
          {author.avatar && <Avatar src={author.avatar} size={24} />}
          {plainText(author.name)}
        </b>
      )}
      {hasDate ? (
        <PostDate date={date} language={language} />
      ) : (
        <span>
          <Icon name="lock" size={14} /> {postWords.protected}
        </span>
      )}
    </p>
  );
}

/** The small line above a title. */
export function Kicker({
  post: { categories, isSticky },
}: {
  post: Pick<PostCardView, 'categories' | 'isSticky'>;
}) {
  const shown = categories.filter(isNamedCategory).slice(0, 2);
  if (shown.length === 0 && !isSticky) return null;
  return (
    <p className="kicker">
      {isSticky && postWords.featured}
      {isSticky && shown.length > 0 && ' · '}
      <TermLinks terms={shown} separator=" · " />
    </p>
  );
}

/** A day of the CMS, in its own format. Nothing for a post without one, such as a protected one. */
export function PostDate({ date, language }: { date: string; language: string }) {
  const text = dayInWords(date, language);
  return text ? <time dateTime={date.slice(0, 10)}>{text}</time> : null;
}

/** Links to categories or tags. */
export function TermLinks({ terms, separator = ', ' }: { terms: LinkView[]; separator?: string }) {
  return terms.map((term, index) => (
    <span key={term.path}>
      {index > 0 && separator}
      <a href={term.path} className="term">
        {plainText(term.name)}
      </a>
    </span>
  ));
}
