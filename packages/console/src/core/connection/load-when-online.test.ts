import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadWhenOnline } from './load-when-online.ts';
import { tryAgain } from './retry-signal.ts';

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

it('waits for an unreachable server, reports it once, and loads when it is back', async () => {
  const onOffline = vi.fn<() => void>();
  const loaded = loadWhenOnline(load, onOffline);
  await vi.waitFor(() => expect(onOffline).toHaveBeenCalledOnce());
  tryAgain();
  await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(2));
  load.mockResolvedValue('part');
  await vi.waitFor(async () => {
    tryAgain();
    await expect(Promise.race([loaded, 'waiting'])).resolves.toBe('part');
  });
  expect(onOffline).toHaveBeenCalledOnce();
});

it('fails while the server answers, because the code is gone', async () => {
  server.mockResolvedValue(new Response('<html>'));
  await expect(loadWhenOnline(load)).rejects.toThrow('dynamically imported');
});
