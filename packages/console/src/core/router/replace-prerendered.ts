import { startTransition } from 'react';
import { flushSync } from 'react-dom';

type Field = HTMLInputElement;

/** The state of a field in the prerendered form. */
interface FieldState {
  name: string;
  value: string;
  checked: boolean;
  /** The cursor; null when the field has no focus. */
  selection: [start: number | null, end: number | null] | null;
}

function fieldsOf(container: HTMLElement): Field[] {
  return [...container.querySelectorAll<Field>('input[name]')];
}

function readState(field: Field): FieldState {
  const { name, value, checked } = field;
  const focused = field.ownerDocument.activeElement === field;
  return { name, value, checked, selection: focused ? [field.selectionStart, field.selectionEnd] : null };
}

function restoreState(field: Field, { value, checked, selection }: FieldState): void {
  field.checked = checked;
  if (field.type !== 'checkbox') field.value = value;
  if (selection === null) return;
  field.focus();
  if (field.type !== 'checkbox') field.setSelectionRange(...selection);
}

/**
 * Renders the page in place of the prerendered form or outline. An outline stays until all of the page is rendered, in steps between
 * which the browser does other things. In place of a form it is rendered at once, so that no input is lost: values, cursor and focus are
 * restored. A form that was submitted before its code was loaded is submitted now.
 */
export function replacePrerendered(container: HTMLElement, render: () => void): void {
  const states = new Map(fieldsOf(container).map((field) => [field.name, readState(field)]));
  const wasSubmitted = container.dataset['submitted'] !== undefined;
  delete container.dataset['drawn'];
  delete container.dataset['submitted'];
  if (container.querySelector('[data-outline]') !== null) return startTransition(render);
  flushSync(render);
  for (const field of fieldsOf(container)) {
    const before = states.get(field.name);
    if (before !== undefined) restoreState(field, before);
  }
  if (wasSubmitted) container.querySelector('form')?.requestSubmit();
}
