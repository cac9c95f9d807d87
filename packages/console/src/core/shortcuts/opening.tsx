/** A placeholder while a dialog or input loads. It blocks shortcuts, so that text typed meanwhile does not trigger one. */
export function Opening() {
  return <span hidden data-opening />;
}
