import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadWhenBack } from './load-when-back.ts';
import { tryAgain } from './worth-trying.ts';

const server = vi.fn<typeof fetch>();
const load = vi.fn<() => Promise<string>>();

beforeEach(() => {
  vi.stubGlobal('fetch', server);
  server.mockRejectedValue(new TypeError('Failed to fetch'));
  load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

it('waits for a server that is away, says so once, and loads when it is back', async () => {
  const onAway = vi.fn<() => void>();
  const loaded = loadWhenBack(load, onAway);
  await vi.waitFor(() => expect(onAway).toHaveBeenCalledOnce());
  tryAgain();
  await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(2));
  load.mockResolvedValue('part');
  await vi.waitFor(async () => {
    tryAgain();
    await expect(Promise.race([loaded, 'waiting'])).resolves.toBe('part');
  });
  expect(onAway).toHaveBeenCalledOnce();
});

it('fails when the server answers: the code is gone', async () => {
  server.mockResolvedValue(new Response('<html>'));
  await expect(loadWhenBack(load)).rejects.toThrow('dynamically imported');
});
