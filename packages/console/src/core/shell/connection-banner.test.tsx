import { profile } from '@fairwatch/contract';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../api/client.ts';
import { queryClient } from '../api/query.ts';
import { mount, press } from '../components/mount-for-test.tsx';
import { useServerReach } from '../connection/use-server-reach.ts';
import { ConnectionBanner } from './connection-banner.tsx';

const server = vi.fn<typeof fetch>();

function Watched() {
  return <ConnectionBanner {...useServerReach()} />;
}

beforeEach(() => vi.stubGlobal('fetch', server));
afterEach(() => {
  vi.restoreAllMocks();
  server.mockReset();
  vi.unstubAllGlobals();
});

/** Makes a call as any page does. */
const read = () => act(async () => void (await call(profile, {}).catch(() => undefined)));

const failures: [string, () => Promise<Response>][] = [
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the error page of a proxy', async () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  [
    'a server that starts or stops',
    async () =>
      Response.json(
        { data: null, meta: { has_error: true, message: [{ text: { client: 'Starting.' }, code: 'unavailable' }] } },
        { status: 503 },
      ),
  ],
];

it.each(failures)(
  '%s is told with its time; once the server answers, everything is read again',
  async (_what, fail) => {
    const { box } = mount(<Watched />);
    server.mockImplementation(fail);
    await read();
    await vi.waitFor(() => expect(box.textContent).toMatch(/Not connected since \d+:\d+.* may be out of date\./));
    const readAgain = vi.spyOn(queryClient, 'invalidateQueries');
    await press(box, 'Retry');
    await vi.waitFor(() => expect(box.textContent).toContain('Retry'));
    expect(readAgain).not.toHaveBeenCalled();
    server.mockImplementation(async () => Response.json({ data: { maintenance: false }, meta: { has_error: false } }));
    await press(box, 'Retry');
    await vi.waitFor(() => expect(box.textContent).toBe(''));
    expect(readAgain).toHaveBeenCalledOnce();
  },
);

it('one call that fails while the server answers its health check is no lost connection', async () => {
  const { box } = mount(<Watched />);
  server.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')));
  server.mockImplementation(async () => Response.json({ data: { maintenance: false }, meta: { has_error: false } }));
  await read();
  await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(2));
  expect(box.textContent).toBe('');
});
