import type { PostView } from 'headless-site/content';
import { toHref } from 'headless-site/html';
import { CommentWake, commentsModule } from 'headless-site/theme';
import type { ComponentProps } from 'react';
import { Field, FormEnd } from '@/components/forms/Field';
import { commentWords, contactWords } from '@/components/words';

const { sending, failed, limited, unknown, taken, waiting, replying, heading } = commentWords;

/** Posts to /api/comments, which answers with this page; with JavaScript `browser/comments.ts` of the runtime does the work. */
export function CommentForm({ post }: { post: PostView }) {
  const { commenting } = post;
  if (!commenting) return null;
  if (commenting.loginUrl)
    return (
      <p id="respond" className="respond">
        {commentWords.logInBefore}{' '}
        <a href={toHref(commenting.loginUrl)} rel="nofollow" className="link">
          {commentWords.logIn}
        </a>
        .
      </p>
    );
  // Where the visitor is, with the comment that he replies to.
  const page = post.commentPages?.path ?? post.path;
  const required = commenting.requiresNameEmail;
  const hint = required ? undefined : contactWords.optional;
  return (
    // Moved to the comment that it replies to: `data-adds` keeps styles of its elements wherever they are.
    <section id="respond" aria-labelledby="respond-title" data-adds="" className="respond">
      <h3 id="respond-title" suppressHydrationWarning>
        {commentWords.title}
      </h3>
      <form
        id="comment-form"
        action="/api/comments"
        method="post"
        data-module={commentsModule}
        data-newest-first={commenting.isNewestFirst}
        data-words={JSON.stringify({ sending, failed, limited, unknown, taken, waiting, replying, heading })}
        className="form-box"
      >
        <input type="hidden" name="post" value={post.databaseId} />
        <input type="hidden" name="parent" defaultValue="0" suppressHydrationWarning />
        <input type="hidden" name="_page" value={page} />
        <CommentField name="comment" label={commentWords.comment} required>
          <textarea {...control('comment')} rows={6} required />
        </CommentField>
        <div className="form-pair">
          <CommentField name="author" label={commentWords.name} hint={hint} required={required}>
            <input {...control('author')} autoComplete="name" required={required} />
          </CommentField>
          <CommentField
            name="email"
            label={commentWords.email}
            hint={hint}
            note={commentWords.isPrivate}
            required={required}
          >
            <input {...control('email')} type="email" autoComplete="email" required={required} />
          </CommentField>
        </div>
        <CommentField name="url" label={commentWords.website} hint={contactWords.optional}>
          <input {...control('url')} type="url" autoComplete="url" />
        </CommentField>
        {commenting.offersToRemember && (
          <label className="remember">
            <input type="checkbox" name="remember" value="1" />
            {commentWords.remember}
          </label>
        )}
        <FormEnd send={commentWords.send} trap="_website" statusId="comment-status">
          <a href={`${page}#respond`} data-module={commentsModule} className="link cancel">
            {commentWords.cancel}
          </a>
        </FormEnd>
        {commenting.isModerated && <p className="field-note">{commentWords.moderated}</p>}
      </form>
      <CommentWake />
    </section>
  );
}

type Name = 'comment' | 'author' | 'email' | 'url';

const control = (name: Name) => ({
  id: `comment-${name}`,
  name,
  dir: 'auto',
  className: 'field',
  'aria-describedby': `comment-${name}-error`,
});

type CommentFieldProps = Omit<ComponentProps<typeof Field>, 'id'> & { name: Name };

const CommentField = (field: CommentFieldProps) => <Field id={control(field.name).id} {...field} />;
