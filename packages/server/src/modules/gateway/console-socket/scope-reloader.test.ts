import { describe, expect, it, vi } from 'vitest';
import { testJobs } from '../../../testing/test-jobs.ts';
import { createScopeReloader } from './scope-reloader.ts';

const createClient = () => ({ terminate: vi.fn<() => void>() });
type Client = ReturnType<typeof createClient>;

describe('scopes that are read again', () => {
  it('are read at most twice, however many changes come while the database is slow', async () => {
    const held = Promise.withResolvers<void>();
    const read = vi.fn<(clients: readonly Client[]) => Promise<void>>(() => held.promise);
    const scopes = createScopeReloader(testJobs(), read);
    const clients = [createClient(), createClient()];
    scopes.reload(clients.slice(0, 1), 'TERMINATE');
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
    scopes.reload(clients, 'TERMINATE');
    const waiting = scopes.ready();
    for (let change = 0; change < 10_000; change += 1) scopes.reload(clients, 'TERMINATE');
    // One promise waits, whatever was asked for.
    expect(scopes.ready()).toBe(waiting);
    held.resolve();
    await waiting;
    expect(read.mock.calls.map(([given]) => given.length)).toEqual([1, 2]);
    await scopes.ready();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('keep what is sent waiting until they are read, also those of a change during the reading', async () => {
    const order: string[] = [];
    const holds = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const scopes = createScopeReloader(testJobs(), async () => {
      await holds[order.length]?.promise;
      order.push('read');
    });
    scopes.reload([createClient()], 'TERMINATE');
    await Promise.resolve();
    scopes.reload([createClient()], 'TERMINATE');
    const sent = scopes.ready().then(() => order.push('sent'));
    for (const { resolve } of holds) resolve();
    await sent;
    expect(order).toEqual(['read', 'read', 'sent']);
  });

  it('that cannot be read end the sockets whose access changed, and no others', async () => {
    const given = testJobs();
    const scopes = createScopeReloader(given, () => Promise.reject(new Error('down')));
    const [changed, other] = [createClient(), createClient()];
    scopes.reload([changed], 'TERMINATE');
    scopes.reload([changed, other], 'KEEP');
    await scopes.ready();
    expect(given.lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
      'console_socket.access_failed',
    ]);
    expect(changed.terminate).toHaveBeenCalledOnce();
    expect(other.terminate).not.toHaveBeenCalled();
  });
});
