/**
 * A late answer takes nobody away from where he writes.
 * @param form that is being sent, by its button or by Enter in a field
 * @returns whether the visitor is still where he was, or nowhere: only then may the answer take the focus
 */
export function attentionOf(form: HTMLFormElement): () => boolean {
  const start = document.activeElement;
  let isWriting = false;
  const begin = () => {
    isWriting = true;
  };
  form.addEventListener('input', begin, { once: true });
  return () => {
    const now = document.activeElement;
    if (!now || now === document.body || (now === start && !isWriting)) return true;
    return form.contains(now) && now.matches('button, [role=status]');
  };
}
