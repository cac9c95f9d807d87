import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { copyText } from './copy-text.ts';

/** What a browser without a clipboard copies: the selected text, where it can be selected. */
const copied = vi.fn<(text: string, from: Element | null) => void>();
let works = true;

beforeEach(() => {
  works = true;
  vi.stubGlobal('isSecureContext', false);
  Object.assign(document, {
    execCommand: () => {
      const area = document.querySelector('textarea');
      if (area && works) copied(area.value, area.parentElement);
      return works;
    },
  });
});
afterEach(() => {
  document.body.replaceChildren();
  Reflect.deleteProperty(document, 'execCommand');
  copied.mockReset();
  vi.unstubAllGlobals();
});

it('copies without a safe connection, and leaves the page as it was', async () => {
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  await copyText('MNB-42');
  expect(copied).toHaveBeenCalledExactlyOnceWith('MNB-42', document.body);
  expect(document.querySelector('textarea')).toBeNull();
  expect(document.activeElement).toBe(button);
});

it('copies from inside a dialog, beside which nothing can be selected', async () => {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  const button = dialog.appendChild(document.createElement('button'));
  dialog.showModal();
  button.focus();
  await copyText('MNB-42');
  expect(copied).toHaveBeenCalledExactlyOnceWith('MNB-42', dialog);
});

it('says when the browser refuses', async () => {
  works = false;
  await expect(copyText('MNB-42')).rejects.toThrow('The browser refused.');
  expect(document.querySelector('textarea')).toBeNull();
});
