import type { PostView } from 'headless-site/content';
import { Icon } from '@/components/content/Icon';
import { Field } from '@/components/forms/Field';
import { passwordWords, postWords } from '@/components/words';

type Item = Pick<PostView, 'databaseId' | 'path' | 'takesPassword'>;

/** In place of text that the CMS keeps back: the form that opens it, or where it is shown. */
export function Protected({ what, item }: { what: 'post' | 'page'; item?: Item }) {
  return (
    <div className={what === 'page' ? 'article-column page-part' : 'article-column'}>
      <div className="protected">
        <Icon name="lock" size={24} />
        <div>
          <p className="protected-title">{postWords.isProtected[what]}</p>
          <p>{item?.takesPassword ? passwordWords.text : postWords.whereProtected}</p>
        </div>
        {item?.takesPassword && <PasswordForm item={item} />}
      </div>
    </div>
  );
}

/** Needs no script: the site answers with the page that it opens, or with this one, in which the form says why not. */
function PasswordForm({ item }: { item: Item }) {
  const { failed, limited } = passwordWords;
  return (
    <form
      id="password-form"
      action="/api/forms/password"
      method="post"
      data-words={JSON.stringify({ failed, limited })}
      className="password-form"
    >
      <input type="hidden" name="post" value={item.databaseId} />
      <input type="hidden" name="_page" value={item.path} />
      <Field
        id="post-password"
        name="password"
        label={passwordWords.password}
        wrong={passwordWords.wrong}
        required
      >
        <input
          id="post-password"
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={255}
          required
          aria-describedby="post-password-error"
          className="field"
        />
      </Field>
      <div className="form-end">
        <button type="submit" className="button">
          {passwordWords.open}
        </button>
        <p role="status" tabIndex={-1} suppressHydrationWarning className="form-status" />
      </div>
    </form>
  );
}
