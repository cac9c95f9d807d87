import { flushSync } from 'react-dom';

type Field = HTMLInputElement;

/** What somebody has typed into a field, and where the cursor stands if it is in there. */
interface Typed {
  name: string;
  value: string;
  checked: boolean;
  /** Null when the cursor is elsewhere. */
  selection: [start: number | null, end: number | null] | null;
}

function fieldsOf(place: HTMLElement): Field[] {
  return [...place.querySelectorAll<Field>('input[name]')];
}

function typedInto(field: Field): Typed {
  const { name, value, checked } = field;
  const focused = field.ownerDocument.activeElement === field;
  return { name, value, checked, selection: focused ? [field.selectionStart, field.selectionEnd] : null };
}

function typeAgain(field: Field, { value, checked, selection }: Typed): void {
  field.checked = checked;
  if (field.type !== 'checkbox') field.value = value;
  if (selection === null) return;
  field.focus();
  if (field.type !== 'checkbox') field.setSelectionRange(...selection);
}

/**
 * Draws the page in the place of the form or the outline that came with the HTML. Nothing of what was typed into the form is
 * lost: drawing is synchronous, so no key can be pressed in between. A form that was submitted before its code was there is submitted now.
 */
export function takeOver(place: HTMLElement, draw: () => void): void {
  const typed = new Map(fieldsOf(place).map((field) => [field.name, typedInto(field)]));
  const submitted = place.dataset['submitted'] !== undefined;
  delete place.dataset['drawn'];
  delete place.dataset['submitted'];
  flushSync(draw);
  for (const field of fieldsOf(place)) {
    const before = typed.get(field.name);
    if (before !== undefined) typeAgain(field, before);
  }
  if (submitted) place.querySelector('form')?.requestSubmit();
}
