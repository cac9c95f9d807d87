import { limits } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendUpload } from './send-upload.ts';
import { hexHash, UploadServer } from './upload-server-for-test.ts';

const { chunkBytes } = limits.file;
/** More than two chunks. */
const bytes = Uint8Array.from({ length: 2 * chunkBytes + 1000 }, (_, index) => (index * 2_654_435_761) >>> 24);
const sha256 = hexHash(bytes);
const file = new File([bytes], 'film.mp4');
const deliver = { folder: 'Films', run: '5b4f3c8e-3d7c-4b52-9a53-2f7c2f0c5a11' };
const outgoing = { deviceId: 3, name: file.name, file, sha256, deliver };

let server: UploadServer;
const sent = vi.fn<(bytes: number) => void>();
const offline = vi.fn<() => void>();
let abort: AbortController;
const send = () => sendUpload(outgoing, abort.signal, { sent, offline });

beforeEach(() => {
  server = new UploadServer();
  server.install();
  abort = new AbortController();
  sent.mockClear();
  offline.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

describe('an upload', () => {
  it('[SPEC 7.36] travels in chunks and arrives whole', async () => {
    const stored = await send();
    expect(stored.fileHash).toBe(sha256);
    expect(server.offsets).toEqual([0, chunkBytes, 2 * chunkBytes]);
    expect(server.stored[0]?.bytes.equals(bytes)).toBe(true);
    expect(sent).toHaveBeenLastCalledWith(bytes.length);
    expect(offline).not.toHaveBeenCalled();
  });

  it('[SPEC 7.35] of a small file is one request and no question, tried again when the connection was lost', async () => {
    const small = new File([bytes.subarray(0, limits.request.maxBytes)], 'note.csv');
    server.cutAfter = 10;
    offline.mockImplementation(() => {
      server.down = false;
      queueMicrotask(() => dispatchEvent(new Event('online')));
    });
    const stored = await sendUpload({ ...outgoing, name: small.name, file: small }, abort.signal, { sent, offline });
    expect(stored.fileName).toBe('note.csv');
    expect([server.singleRequestFiles, server.offsets]).toEqual([['note.csv'], []]);
    expect(fetch).not.toHaveBeenCalled();
    expect(offline).toHaveBeenCalledOnce();
    expect(sent).toHaveBeenLastCalledWith(small.size);
    expect(server.stored[0]?.bytes).toHaveLength(small.size);
  });

  it('keeps at most two chunks in flight', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.gate = promise;
    const sending = send();
    await vi.waitFor(() => expect(server.inFlight).toBe(2));
    resolve();
    await sending;
    expect(server.maxInFlight).toBe(2);
    expect(server.stored[0]?.bytes.equals(bytes)).toBe(true);
  });

  it('[SPEC 7.38] is not sent when the server has it', async () => {
    const first = await send();
    server.offsets.length = 0;
    expect(await send()).toEqual(first);
    expect(server.offsets).toEqual([]);
    const delivery = { name: file.name, ...deliver };
    expect(server.deliveries).toEqual([delivery, delivery]);
  });

  it('waits for a lost connection and resumes after the last received byte', async () => {
    server.cutAfter = 5000;
    offline.mockImplementation(() => {
      server.down = false;
      // Browsers fire `online` when the network is back.
      queueMicrotask(() => dispatchEvent(new Event('online')));
    });
    await send();
    expect(offline).toHaveBeenCalledOnce();
    expect(server.offsets).toEqual([0, 5000, 5000 + chunkBytes]);
    expect(server.stored[0]?.bytes.equals(bytes)).toBe(true);
  });

  it('retries with exponential backoff for as long as the connection is lost', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      server.down = true;
      const sending = send();
      for (let tries = 1; tries <= 4; tries += 1) {
        await vi.waitFor(() => expect(offline).toHaveBeenCalledTimes(tries));
        if (tries === 4) server.down = false;
        await vi.advanceTimersByTimeAsync(1000 * 2 ** (tries - 1));
      }
      await sending;
    } finally {
      vi.useRealTimers();
    }
    expect(server.stored).toHaveLength(1);
  });

  it('asks the server for its offset when it rejects a chunk as out of order', async () => {
    expect(await sendPart(3000)).toBe(3000);
    server.stale = true;
    await send();
    expect(server.offsets).toEqual([0, 3000, 3000 + chunkBytes]);
    expect(server.stored[0]?.bytes.equals(bytes)).toBe(true);
  });

  it.each([
    ['[SPEC 5.9, 8.12]', 415, 'file_type_not_allowed', 'File type not allowed'],
    ['[SPEC 5.8, 8.11]', 413, 'file_too_large', 'File size exceeds 2048MB limit'],
    ['[SPEC 8.10]', 413, 'body_too_large', 'File too large. Please reduce the file size and try again.'],
    ['[SPEC 8.13]', 401, 'authentication_required', 'Authentication required'],
    ['[SPEC 8.14]', 500, 'upload_failed', 'Upload failed'],
  ])('%s that is refused says why and is not repeated (%i %s)', async (_, status, code, text) => {
    server.refusal = { status, code, text };
    await expect(send()).rejects.toThrow(text);
    expect(offline).not.toHaveBeenCalled();
  });

  it('[SPEC 8.15] of a file that cannot be read any more says so, and does not wait for a connection', async () => {
    const unreadableFile = Object.assign(new File([bytes], 'gone'), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }),
    });
    await expect(sendUpload({ ...outgoing, file: unreadableFile }, abort.signal, { sent, offline })).rejects.toThrow(
      'File reading failed',
    );
    expect(offline).not.toHaveBeenCalled();
  });

  it('rejects when it is aborted', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.gate = promise;
    const sending = send();
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
    abort.abort();
    await expect(sending).rejects.toThrow('aborted');
    resolve();
    expect(server.stored).toEqual([]);
  });
});

/** Uploads only the first `count` bytes, as an interrupted earlier visit would. Resolves with what the server has. */
async function sendPart(count: number): Promise<number> {
  const earlierVisit = new AbortController();
  server.cutAfter = count;
  await sendUpload(outgoing, earlierVisit.signal, { sent, offline: () => earlierVisit.abort() }).catch(() => undefined);
  server.down = false;
  return server.receivedBytes(sha256);
}
