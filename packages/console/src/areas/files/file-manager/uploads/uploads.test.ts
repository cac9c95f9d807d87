import { limits } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../../core/api/query.ts';
import { addTexts } from '../../../../core/i18n/i18n.ts';
import texts from '../files.texts.json';
import { UploadServer } from './upload-server-for-test.ts';
import { isBusy } from './upload-types.ts';
import { Uploads } from './uploads.ts';

addTexts('files', texts);

let server: UploadServer;
let uploads: Uploads;

const chosen = (name: string, subfolder = '', content = name) => ({ file: new File([content], name), subfolder });
const items = () => uploads.store.get().flatMap((bundle) => bundle.items);
const states = () => items().map(({ state }) => state);
const deliveries = () => uploads.store.get().map(({ delivery }) => delivery.state);
const delivered = () => server.runs.started.map(({ selection, action }) => ({ selection, ...action }));
const idOf = (name: string) => items().find((item) => item.name === name)?.id ?? -1;

beforeEach(() => {
  queryClient.clear();
  server = new UploadServer();
  server.install();
  server.runs.endsAtOnce = true;
  uploads = new Uploads();
});
afterEach(() => {
  uploads.clear();
  vi.unstubAllGlobals();
});

describe('uploads', () => {
  it('[SPEC 2.80, 2.81] go to the server one by one, and then to the device in one run', async () => {
    uploads.add(3, 'Notes', [chosen('a.pdf'), chosen('b.pdf')]);
    await vi.waitFor(() => expect(deliveries()).toEqual(['done']));
    expect(delivered()).toEqual([
      {
        selection: { by: 'DEVICES', deviceIds: [3] },
        action: 'RECEIVE_FILES',
        folder: 'Notes',
        files: [
          { id: 1, name: 'a.pdf' },
          { id: 2, name: 'b.pdf' },
        ],
      },
    ]);
    // The server delivers each with its last byte; the tab only asks for the run by the same id.
    const [run = ''] = server.runs.clientIds;
    expect(server.deliveries).toEqual(['a.pdf', 'b.pdf'].map((name) => ({ name, folder: 'Notes', run })));
    expect(items().every(({ delivered }) => delivered)).toBe(true);
    uploads.clearDone(4);
    expect(deliveries()).toEqual(['done']);
    uploads.clearDone(3);
    expect(uploads.store.get()).toEqual([]);
  });

  it('keep the subfolders of a folder, with one run per folder', async () => {
    uploads.add(3, 'Notes', [chosen('a.pdf', 'Trip'), chosen('b.pdf', 'Trip/Day 1'), chosen('c.pdf', 'Trip')]);
    await vi.waitFor(() => expect(deliveries()).toEqual(['done']));
    expect(delivered()).toEqual([
      expect.objectContaining({
        folder: 'Notes/Trip',
        files: [
          { id: 1, name: 'a.pdf' },
          { id: 3, name: 'c.pdf' },
        ],
      }),
      expect.objectContaining({ folder: 'Notes/Trip/Day 1', files: [{ id: 2, name: 'b.pdf' }] }),
    ]);
  });

  it('[SPEC 5.8, 8.11] that are too large or badly named are refused here, the others go', async () => {
    const large = chosen('large.gz');
    Object.defineProperty(large.file, 'size', { value: limits.file.uploadMaxBytes + 1 });
    uploads.add(3, '', [large, chosen('con'), chosen('good.pdf')]);
    await vi.waitFor(() => expect(deliveries()).toEqual(['done']));
    expect(items().map(({ problem }) => problem)).toEqual([
      'File size exceeds 2048MB limit',
      'This name is not allowed.',
      null,
    ]);
    expect(delivered()).toEqual([expect.objectContaining({ files: [{ id: 1, name: 'good.pdf' }] })]);
  });

  it('[SPEC 8.15] say that a file cannot be read', async () => {
    uploads.add(3, '', [chosen('gone')]);
    await vi.waitFor(() => expect(items()[0]?.problem).toBe('File reading failed'));
    expect(delivered()).toEqual([]);
  });

  it('continue with the next file while one is paused, and resume it', async () => {
    uploads.add(3, '', [chosen('a.pdf'), chosen('b.pdf')]);
    uploads.pause(idOf('a.pdf'));
    await vi.waitFor(() => expect(states()).toEqual(['paused', 'stored']));
    expect([deliveries(), delivered()]).toEqual([['uploading'], []]);
    expect(server.deliveries.map(({ name }) => name)).toEqual(['b.pdf']);
    uploads.resume(idOf('a.pdf'));
    await vi.waitFor(() => expect(deliveries()).toEqual(['done']));
    expect(server.stored.map(({ file }) => file.fileName)).toEqual(['b.pdf', 'a.pdf']);
  });

  it('deliver the remaining files after one is cancelled', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.gate = promise;
    uploads.add(3, '', [chosen('a.pdf'), chosen('b.pdf')]);
    await vi.waitFor(() => expect(states()).toEqual(['sending', 'waiting']));
    uploads.cancel(idOf('a.pdf'));
    resolve();
    await vi.waitFor(() => expect(deliveries()).toEqual(['done']));
    expect(delivered()).toEqual([expect.objectContaining({ files: [expect.objectContaining({ name: 'b.pdf' })] })]);
  });

  it('[SPEC 5.9] that failed are tried again', async () => {
    server.refusal = { status: 415, code: 'file_type_not_allowed', text: 'File type not allowed' };
    uploads.add(3, '', [chosen('a.pdf')]);
    await vi.waitFor(() => expect(items()[0]).toMatchObject({ state: 'failed', problem: 'File type not allowed' }));
    server.refusal = null;
    uploads.resume(idOf('a.pdf'));
    await vi.waitFor(() => expect(deliveries()).toEqual(['done']));
  });

  it('are handed over to the server, which delivers them whether or not the tab stays open', async () => {
    server.runs.endsAtOnce = false;
    uploads.add(3, '', [chosen('a.pdf')]);
    await vi.waitFor(() => expect(deliveries()).toEqual(['requested']));
    const leaving = new Event('beforeunload', { cancelable: true });
    expect(uploads.store.get().some(isBusy)).toBe(false);
    dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(false);
    await server.runs.end({ DONE: 1 }, {});
    await vi.waitFor(() => expect(deliveries()).toEqual(['done']));
  });

  it('that the device did not fetch are delivered again by repeating the run, under one client id for each try', async () => {
    server.runs.endsAtOnce = false;
    uploads.add(3, '', [chosen('a.pdf')]);
    await vi.waitFor(() => expect(deliveries()).toEqual(['requested']));
    await server.runs.end({ FAILED: 1 }, { state: 'FAILED', reason: 'Its storage is full.' });
    await vi.waitFor(() => expect(deliveries()).toEqual(['failed']));
    expect(uploads.store.get()[0]?.delivery).toEqual({ state: 'failed', problem: 'Its storage is full.' });
    server.down = true;
    uploads.deliverAgain(uploads.store.get()[0]?.id ?? 0);
    await vi.waitFor(() => expect(deliveries()).toEqual(['failed']));
    [server.down, server.runs.endsAtOnce] = [false, true];
    uploads.deliverAgain(uploads.store.get()[0]?.id ?? 0);
    await vi.waitFor(() => expect(deliveries()).toEqual(['done']));
    expect([server.runs.started.length, server.runs.repeated]).toEqual([1, [41]]);
    expect(new Set(server.runs.clientIds).size).toBe(2);
  });
});
