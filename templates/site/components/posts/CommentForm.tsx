import type { PostView } from 'headless-site/content';
import { siteFields } from 'headless-site/forms';
import { toHref } from 'headless-site/html';
import { CommentWake, commentsModule } from 'headless-site/theme';
import { Field, Input, Textarea } from '@/components/forms/Field';
import { commentWords, contactWords } from '@/components/words';

const { sending, failed, limited, taken, waiting, replying } = commentWords;

/**
 * Posts to /api/comments, and WordPress decides. `browser/comments.ts` of the runtime moves the form to the comment that is answered,
 * and writes what came of it; without JavaScript the route answers with this page, the form filled in.
 */
export function CommentForm({ post }: { post: PostView }) {
  const { commenting } = post;
  if (!commenting) return null;
  if (commenting.loginUrl)
    return (
      <p id="respond" className="mt-8 text-soft">
        {commentWords.logInBefore}{' '}
        <a href={toHref(commenting.loginUrl)} rel="nofollow" className="link">
          {commentWords.logIn}
        </a>
        .
      </p>
    );
  const required = commenting.requiresNameEmail;
  const hint = required ? undefined : contactWords.optional;
  return (
    <section id="respond" aria-labelledby="respond-title" className="mt-8 max-w-[34rem] scroll-mt-24">
      <h3 id="respond-title" suppressHydrationWarning className="mb-5 text-xl">
        {commentWords.title}
      </h3>
      <form
        id="comment-form"
        action="/api/comments"
        method="post"
        data-module={commentsModule}
        data-words={JSON.stringify({ sending, failed, limited, taken, waiting, replying })}
        className="group space-y-6"
      >
        <input type="hidden" name="post" value={post.databaseId} />
        <input type="hidden" name="parent" defaultValue="0" suppressHydrationWarning />
        <input type="hidden" name={siteFields.page} value={post.path} />
        <Field {...control('comment')} label={commentWords.comment}>
          <Textarea {...control('comment')} rows={6} required />
        </Field>
        <Field {...control('author')} label={commentWords.name} hint={hint}>
          <Input {...control('author')} autoComplete="name" required={required} />
        </Field>
        <Field {...control('email')} label={commentWords.email} hint={hint} note={commentWords.isPrivate}>
          <Input {...control('email')} type="email" autoComplete="email" required={required} />
        </Field>
        <Field {...control('url')} label={commentWords.website} hint={contactWords.optional}>
          <Input {...control('url')} type="url" autoComplete="url" />
        </Field>
        <div hidden>
          <label>
            {contactWords.honeypot}
            <input name={siteFields.trap} tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        {commenting.offersToRemember && (
          <label className="form-choice text-sm">
            <input type="checkbox" name="remember" value="1" />
            {commentWords.remember}
          </label>
        )}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <button type="submit" className="button">
            {commentWords.send}
          </button>
          <a
            href={`${post.path}#respond`}
            data-module={commentsModule}
            className="link hidden text-sm group-has-[[name=parent]:not([value='0'])]:inline"
          >
            {commentWords.cancel}
          </a>
          <p
            id="comment-status"
            role="status"
            tabIndex={-1}
            suppressHydrationWarning
            className="text-sm outline-none data-failed:text-danger"
          />
        </div>
        {commenting.isModerated && <p className="text-sm text-soft">{commentWords.moderated}</p>}
      </form>
      <CommentWake />
    </section>
  );
}

const control = (name: 'comment' | 'author' | 'email' | 'url') => ({
  id: `comment-${name}`,
  name,
  'aria-describedby': `comment-${name}-error`,
});
