import type { ServerInfo } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../core/api/query.ts';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { ServersView } from './servers.view.tsx';

const now = () => new Date().toISOString();
const server = (name: string, more: Partial<ServerInfo> = {}): ServerInfo => ({
  id: name,
  name,
  version: '1.2.3',
  address: null,
  state: 'ALIVE',
  isThis: false,
  startedAt: now(),
  renewedAt: now(),
  leaseUntil: now(),
  endedAt: null,
  devices: 0,
  lagMs: 0,
  ...more,
});

/** Opens the page and waits for its rows. */
async function open(data: { isCluster: boolean; servers: ServerInfo[] }): Promise<HTMLElement> {
  vi.stubGlobal('fetch', async () => Response.json({ securityStatus: 'PLAINTEXT', data, meta: { has_error: false } }));
  const { box } = mount(
    <QueryClientProvider client={queryClient}>
      <ServersView />
    </QueryClientProvider>,
  );
  await act(() => vi.waitUntil(() => box.querySelector('tbody th') !== null));
  return box;
}
afterEach(() => {
  vi.unstubAllGlobals();
});

const rowOf = (box: HTMLElement, name: string) =>
  [...box.querySelectorAll('tbody tr')].find((row) => row.querySelector('th')?.textContent?.includes(name))
    ?.textContent;

describe('the page of servers', () => {
  it('shows a single server, and how to add another', async () => {
    const box = await open({ isCluster: false, servers: [server('home', { isThis: true, devices: 1234 })] });
    expect(rowOf(box, 'home')).toContain('This page comes from here');
    expect(rowOf(box, 'home')).toContain('1,234');
    expect(rowOf(box, 'home')).toContain('1.2.3');
    expect(box.textContent).toContain('DATABASE_URL, NATS_URL, S3_URL');
  });

  it('shows the state of each server of a cluster, and what it means', async () => {
    const ended = { leaseUntil: null, endedAt: now() };
    const box = await open({
      isCluster: true,
      servers: [
        server('north', { address: 'http://10.0.0.8:8080', lagMs: 250 }),
        server('south', { state: 'LATE', lagMs: 6500 }),
        server('east', { state: 'GONE', devices: 512, ...ended }),
        server('west', { state: 'STOPPED', ...ended }),
      ],
    });
    expect(rowOf(box, 'north')).toMatch(/http:\/\/10\.0\.0\.8:8080.*Running.*250 ms/);
    expect(rowOf(box, 'south')).toMatch(/Late.*too much to do.*Its lease ends.*6\.5 s/);
    expect(rowOf(box, 'east')).toMatch(/Gone.*Its devices connect to another server\./);
    expect(rowOf(box, 'east')).not.toContain('512');
    expect(rowOf(box, 'west')).toContain('Stopped');
    expect(box.textContent).toContain('Start the same version with the same settings');
  });
});
