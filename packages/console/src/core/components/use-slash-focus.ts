import { useEffect, type RefObject } from 'react';

const editable = 'input, textarea, select, [contenteditable="true"]';

/** `/` anywhere on the page, except where one types, puts the cursor into the input. */
export function useSlashFocus(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      // Shift is left out on purpose: on many keyboards it takes part in typing the slash.
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(editable)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [input]);
}
