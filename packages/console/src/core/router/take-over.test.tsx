import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { takeOver } from './take-over.ts';

/** A page on which the server has drawn the form, and what the console draws in its place. */
function drawn() {
  const place = document.body.appendChild(document.createElement('div'));
  place.dataset['drawn'] = '';
  place.innerHTML = '<form><input name="username"><input name="rememberMe" type="checkbox"><input name="gone"></form>';
  const root = createRoot(place);
  onTestFinished(() => {
    act(() => root.unmount());
    place.remove();
  });
  let submits = 0;
  const draw = () =>
    root.render(
      <form onSubmit={(event) => (event.preventDefault(), (submits += 1))}>
        <input name="username" />
        <input name="rememberMe" type="checkbox" />
      </form>,
    );
  const field = (name: string) => {
    const found = place.querySelector<HTMLInputElement>(`[name=${name}]`);
    if (found === null) throw new Error(`There is no field ${name}.`);
    return found;
  };
  return { place, draw, field, submits: () => submits };
}

it('keeps what was typed and chosen, and where the cursor stands', () => {
  const { place, draw, field, submits } = drawn();
  const before = field('username');
  before.value = 'admin';
  before.focus();
  before.setSelectionRange(2, 4);
  field('rememberMe').checked = true;
  act(() => takeOver(place, draw));
  const after = field('username');
  expect(after).not.toBe(before);
  expect([after.value, after.selectionStart, after.selectionEnd]).toEqual(['admin', 2, 4]);
  expect(document.activeElement).toBe(after);
  expect(field('rememberMe').checked).toBe(true);
  expect(place.dataset['drawn']).toBeUndefined();
  expect(submits()).toBe(0);
});

it('submits a form that was submitted before its code was there', () => {
  const { place, draw, submits } = drawn();
  place.dataset['submitted'] = '';
  act(() => takeOver(place, draw));
  expect(submits()).toBe(1);
});
