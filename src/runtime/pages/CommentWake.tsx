/**
 * Wakes the comments' module at once where a comment of the visitor's own may wait: as if somebody had come near the form, so it is
 * loaded as every module is (security/theme-script.ts). Everybody else loads nothing.
 */
const wake = `(function(d){try{var f=d.getElementById('comment-form');
localStorage['comment-waiting-'+f.querySelector('[name=post]').value]&&f.dispatchEvent(new Event('focusin',{bubbles:true}))}catch(e){}})(document)`;

/** Stands behind the form. */
export function CommentWake() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
  return <script dangerouslySetInnerHTML={{ __html: wake }} />;
}
