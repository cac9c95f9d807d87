import { expect, it } from 'vitest';
import type { OutgoingFile } from './upload-file.ts';
import { createUploader } from './upload-file.ts';

/** A disk that counts the files that are open on it. */
function disk() {
  const state = { open: 0, opened: 0 };
  const openPath = async (path: string) => {
    if (path === 'missing') throw new Error('There is no such file.');
    state.open += 1;
    state.opened += 1;
    return { size: 0, sha256: path, read: async () => new Uint8Array(), close: async () => void (state.open -= 1) };
  };
  return { state, openPath };
}

const file = (path: string) => ({ mimeType: 'image/png', path });
const target = { serverUrl: 'http://127.0.0.1:1', token: 'token' };

it('leaves no file open when one of them cannot be read', async () => {
  const { state, openPath } = disk();
  const files = [file('one'), file('two'), file('missing')];
  const sending = createUploader(target, openPath)(1, files, new AbortController().signal);
  await expect(sending).rejects.toThrow('There is no such file.');
  expect(state).toEqual({ open: 0, opened: 2 });
});

it('leaves no file open when the command ends while they are gathered', async () => {
  const { state, openPath } = disk();
  const abort = new AbortController();
  async function* files(): AsyncGenerator<OutgoingFile> {
    yield file('one');
    abort.abort(new Error('cancelled'));
    yield file('two');
  }
  await expect(createUploader(target, openPath)(1, files(), abort.signal)).rejects.toThrow('cancelled');
  expect(state).toEqual({ open: 0, opened: 1 });
});
