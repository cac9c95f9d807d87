const editable = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable="true"]';

/** Whether a key belongs to the field it was pressed in. */
export function isTyping({ target }: Pick<Event, 'target'>): boolean {
  return target instanceof Element && target.closest(editable) !== null;
}
