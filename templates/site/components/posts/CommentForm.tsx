import type { PostView } from 'headless-site/content';
import { toHref } from 'headless-site/html';
import { CommentWake, commentsModule } from 'headless-site/theme';
import type { InputHTMLAttributes } from 'react';
import { commentWords, contactWords } from '@/components/words';

const { sending, failed, limited, taken, waiting, replyTo } = commentWords;

/**
 * Posts to /api/comments, and WordPress decides. `browser/comments.ts` of the runtime moves the form to the comment that is answered,
 * and writes what came of it; without JavaScript the route answers with this page, the form filled in.
 */
export function CommentForm({ post }: { post: PostView }) {
  const { commenting } = post;
  if (!commenting) return null;
  const { loginUrl, requiresNameEmail: required } = commenting;
  if (loginUrl)
    return (
      <p id="respond" className="mt-8 text-soft">
        {commentWords.logInBefore}{' '}
        <a href={toHref(loginUrl)} rel="nofollow" className="link">
          {commentWords.logIn}
        </a>
        .
      </p>
    );
  const words = JSON.stringify({ sending, failed, limited, taken, waiting, replyTo });
  return (
    <section id="respond" aria-labelledby="respond-title" className="mt-8 max-w-[34rem] scroll-mt-24">
      <h3 id="respond-title" suppressHydrationWarning className="mb-4 text-xl">
        {commentWords.title}
      </h3>
      <form
        id="comment-form"
        action="/api/comments"
        method="post"
        data-module={commentsModule}
        data-words={words}
        className="space-y-5"
      >
        <input type="hidden" name="post" value={post.databaseId} />
        <input type="hidden" name="parent" defaultValue="0" />
        <input type="hidden" name="_page" value={post.path} />
        <Field name="comment" label={commentWords.comment} required />
        <Field name="author" label={commentWords.name} autoComplete="name" required={required} />
        <Field
          name="email"
          label={commentWords.email}
          type="email"
          autoComplete="email"
          required={required}
          hint={commentWords.isPrivate}
        />
        <Field name="url" label={commentWords.website} type="url" autoComplete="url" />
        <div hidden>
          <label>
            {contactWords.honeypot}
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        {commenting.offersToRemember && (
          <label className="flex items-start gap-2.5 text-sm">
            <input type="checkbox" name="remember" value="1" className="mt-1" />
            {commentWords.remember}
          </label>
        )}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <button type="submit" className="button">
            {commentWords.send}
          </button>
          <a
            id="comment-cancel"
            href={`${post.path}#respond`}
            data-module={commentsModule}
            hidden
            className="link text-sm"
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

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: 'comment' | 'author' | 'email' | 'url';
  label: string;
  /** Below the field. */
  hint?: string;
}

/** A field, and below it what WordPress says is wrong with it. */
function Field({ name, label, hint, required, ...input }: FieldProps) {
  const id = `comment-${name}`;
  const common = { id, name, required, dir: 'auto', className: 'field' };
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 flex justify-between text-sm font-medium">
        {label}
        {!required && <span className="font-normal text-soft">{contactWords.optional}</span>}
      </label>
      {name === 'comment' ? <textarea {...common} rows={6} /> : <input {...input} {...common} />}
      {hint && <p className="mt-1.5 text-sm text-soft">{hint}</p>}
      <p
        id={`${id}-error`}
        suppressHydrationWarning
        className="mt-1.5 hidden text-sm text-danger data-shown:block"
      />
    </div>
  );
}
