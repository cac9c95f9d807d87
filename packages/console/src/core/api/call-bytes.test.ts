import { downloadStatic } from '@fairwatch/contract';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { onSessionEnd, type SessionEnd } from '../session/end-session.ts';
import { sessionStore } from '../session/session-store.ts';
import { tokenCookie } from '../session/token-cookie.ts';
import { callBytes } from './call-bytes.ts';
import { timeoutMs } from './client.ts';

const server = vi.fn<typeof fetch>();
const read = () => callBytes(downloadStatic, { id: 1 });

const refusal = (status: number, client: string) => {
  const meta = { has_error: true, message: [{ text: { client } }] };
  return Response.json({ securityStatus: 'PLAINTEXT', data: null, meta }, { status });
};

beforeEach(() => {
  vi.stubGlobal('fetch', server);
  tokenCookie.save('abc', false);
  sessionStore.setProfile({});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  server.mockReset();
  tokenCookie.remove();
  sessionStore.logout();
});

it('a file is read whole, with its type', async () => {
  server.mockImplementation(async () => new Response('guide', { headers: { 'content-type': 'application/pdf' } }));
  const blob = await read();
  expect([await blob.text(), blob.type]).toEqual(['guide', 'application/pdf']);
});

it('a refusal has its words, and a session that has ended is ended here too', async () => {
  const ends: SessionEnd[] = [];
  onTestFinished(onSessionEnd((end) => void ends.push(end)));
  server.mockImplementation(async () => refusal(404, 'This file is gone.'));
  await expect(read()).rejects.toThrow('This file is gone.');
  expect(ends).toEqual([]);
  server.mockImplementation(async () => refusal(401, 'Authentication required'));
  await expect(read()).rejects.toThrow('Authentication required');
  expect(ends).toEqual(['expired']);
});

it('fails when nothing arrives in time, also in the middle, but not while it does', async () => {
  vi.useFakeTimers();
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  server.mockImplementation(async (_url, init) => {
    const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
    init?.signal?.addEventListener('abort', () => body?.error(new DOMException('Stopped', 'AbortError')));
    return new Response(stream);
  });
  const reading = read();
  const outcome = vi.fn<(error: unknown) => void>();
  reading.catch(outcome);
  for (const letter of ['a', 'b', 'c']) {
    await vi.advanceTimersByTimeAsync(timeoutMs - 1000);
    body?.enqueue(new TextEncoder().encode(letter));
  }
  await vi.advanceTimersByTimeAsync(timeoutMs - 1000);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ code: 'no_answer_in_time' }));
});
