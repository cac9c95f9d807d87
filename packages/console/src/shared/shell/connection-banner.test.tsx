import { profile } from '@fairwatch/contract';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../core/api/client.ts';
import { queryClient } from '../../core/api/query.ts';
import { mount, press } from '../../core/components/mount-for-test.tsx';
import { useServerReach } from './use-server-reach.ts';
import { ConnectionBanner } from './connection-banner.tsx';

const server = vi.fn<typeof fetch>();

function WatchedBanner() {
  return <ConnectionBanner {...useServerReach()} />;
}

beforeEach(() => vi.stubGlobal('fetch', server));
afterEach(() => {
  vi.restoreAllMocks();
  server.mockReset();
  vi.unstubAllGlobals();
});

/** Calls an endpoint the way a page does; a failure is ignored. */
const callServer = () => act(async () => void (await call(profile, {}).catch(() => undefined)));

const failures: [string, () => Promise<Response>][] = [
  ['a network error', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the error page of a proxy', async () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  [
    'a 503 of a server that starts or stops',
    async () =>
      Response.json(
        { data: null, meta: { has_error: true, message: [{ text: { client: 'Starting.' }, code: 'unavailable' }] } },
        { status: 503 },
      ),
  ],
];

it.each(failures)(
  'shows since when the server is unreachable after %s, and refetches all queries once it answers',
  async (_name, fail) => {
    const { box } = mount(<WatchedBanner />);
    server.mockImplementation(fail);
    await callServer();
    await vi.waitFor(() => expect(box.textContent).toMatch(/Not connected since \d+:\d+.* may be out of date\./));
    const invalidateQueries = vi.spyOn(queryClient, 'invalidateQueries');
    await press(box, 'Retry');
    await vi.waitFor(() => expect(box.textContent).toContain('Retry'));
    expect(invalidateQueries).not.toHaveBeenCalled();
    server.mockImplementation(async () => Response.json({ data: { maintenance: false }, meta: { has_error: false } }));
    await press(box, 'Retry');
    await vi.waitFor(() => expect(box.textContent).toBe(''));
    expect(invalidateQueries).toHaveBeenCalledOnce();
  },
);

it('does not report a lost connection when one call fails and the health check succeeds', async () => {
  const { box } = mount(<WatchedBanner />);
  server.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')));
  server.mockImplementation(async () => Response.json({ data: { maintenance: false }, meta: { has_error: false } }));
  await callServer();
  await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(2));
  expect(box.textContent).toBe('');
});
