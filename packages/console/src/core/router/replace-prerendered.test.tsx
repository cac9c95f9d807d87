import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { replacePrerendered } from './replace-prerendered.ts';

/** A prerendered form, and a function that renders the console's form in its container. */
function prerender() {
  const container = document.body.appendChild(document.createElement('div'));
  container.dataset['drawn'] = '';
  container.innerHTML =
    '<form><input name="username"><input name="rememberMe" type="checkbox"><input name="gone"></form>';
  const root = createRoot(container);
  onTestFinished(() => {
    act(() => root.unmount());
    container.remove();
  });
  let submits = 0;
  const render = () =>
    root.render(
      <form onSubmit={(event) => (event.preventDefault(), (submits += 1))}>
        <input name="username" />
        <input name="rememberMe" type="checkbox" />
      </form>,
    );
  const field = (name: string) => {
    const found = container.querySelector<HTMLInputElement>(`[name=${name}]`);
    if (found === null) throw new Error(`There is no field ${name}.`);
    return found;
  };
  return { container, render, field, submits: () => submits };
}

it('keeps the values, the cursor and the focus', () => {
  const { container, render, field, submits } = prerender();
  const before = field('username');
  before.value = 'admin';
  before.focus();
  before.setSelectionRange(2, 4);
  field('rememberMe').checked = true;
  act(() => replacePrerendered(container, render));
  const after = field('username');
  expect(after).not.toBe(before);
  expect([after.value, after.selectionStart, after.selectionEnd]).toEqual(['admin', 2, 4]);
  expect(document.activeElement).toBe(after);
  expect(field('rememberMe').checked).toBe(true);
  expect(container.dataset['drawn']).toBeUndefined();
  expect(submits()).toBe(0);
});

it('submits a form that was submitted before its code was loaded', () => {
  const { container, render, submits } = prerender();
  container.dataset['submitted'] = '';
  act(() => replacePrerendered(container, render));
  expect(submits()).toBe(1);
});

it('keeps an outline until the page is rendered, which leaves the browser room for other things', async () => {
  const container = document.createElement('div');
  container.innerHTML = '<div data-outline>Devices</div>';
  const root = createRoot(container);
  onTestFinished(() => act(() => root.unmount()));
  await act(async () => {
    replacePrerendered(container, () => root.render(<h1>Devices</h1>));
    expect(container.innerHTML).toBe('<div data-outline="">Devices</div>');
  });
  expect(container.innerHTML).toBe('<h1>Devices</h1>');
});
