import { act, type ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { mount } from '../components/mount-for-test.tsx';
import { Dialog } from '../components/overlays/dialog.tsx';
import { toast, Toaster } from './toast.tsx';

afterEach(() => act(() => toast.removeAll()));

/** The heading of the dialog that contains the toast; null when it is outside of all. */
const dialogOfToast = () =>
  document.querySelector('[data-type]')?.closest('dialog')?.querySelector(':scope > h2')?.textContent ?? null;

const page = (...titles: string[]) => (
  <>
    <Toaster />
    {titles.reduceRight<ReactNode>(
      (inner, title) => (
        <Dialog title={title} close={() => undefined}>
          {inner}
        </Dialog>
      ),
      null,
    )}
  </>
);

it('toasts are inside the topmost dialog, since the browser makes everything outside of it inert, and outlive it', () => {
  const { redraw } = mount(page());
  act(() => void toast.error('It failed.'));
  expect(dialogOfToast()).toBeNull();
  act(() => redraw(page('User')));
  expect(dialogOfToast()).toBe('User');
  act(() => redraw(page('User', 'Rename')));
  expect(dialogOfToast()).toBe('Rename');
  act(() => redraw(page('User')));
  expect(dialogOfToast()).toBe('User');
  act(() => redraw(page()));
  expect(dialogOfToast()).toBeNull();
  expect(document.querySelector('[data-type]')?.textContent).toBe('It failed.');
});
