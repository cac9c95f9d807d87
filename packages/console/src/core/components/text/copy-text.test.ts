import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { copyText } from './copy-text.ts';

/** Receives the text that `execCommand('copy')` copies, with the parent of its text area. */
const copied = vi.fn<(text: string, from: Element | null) => void>();
let isSupported = true;

beforeEach(() => {
  isSupported = true;
  vi.stubGlobal('isSecureContext', false);
  Object.assign(document, {
    execCommand: () => {
      const area = document.querySelector('textarea');
      if (area && isSupported) copied(area.value, area.parentElement);
      return isSupported;
    },
  });
});
afterEach(() => {
  document.body.replaceChildren();
  Reflect.deleteProperty(document, 'execCommand');
  copied.mockReset();
  vi.unstubAllGlobals();
});

it('copies without a secure context and restores the focus', async () => {
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  await copyText('MNB-42');
  expect(copied).toHaveBeenCalledExactlyOnceWith('MNB-42', document.body);
  expect(document.querySelector('textarea')).toBeNull();
  expect(document.activeElement).toBe(button);
});

it('copies inside a modal dialog, which makes the rest of the page inert', async () => {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  const button = dialog.appendChild(document.createElement('button'));
  dialog.showModal();
  button.focus();
  await copyText('MNB-42');
  expect(copied).toHaveBeenCalledExactlyOnceWith('MNB-42', dialog);
});

it('rejects when the browser refuses', async () => {
  isSupported = false;
  await expect(copyText('MNB-42')).rejects.toThrow('The browser refused.');
  expect(document.querySelector('textarea')).toBeNull();
});
