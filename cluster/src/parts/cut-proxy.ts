import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net';

/**
 * A TCP proxy between a server and one of its parts that can be cut. RESET: connections break and new ones are refused, as when a
 * program has ended. SILENT: connections stay open and nothing arrives any more, as when a network fails.
 */
export interface CutProxy {
  port: number;
  cut(how: 'RESET' | 'SILENT'): void;
  heal(): void;
  close(): Promise<void>;
}

export async function startCutProxy(target: NetConnectOpts): Promise<CutProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: 'WHOLE' | 'RESET' | 'SILENT' = 'WHOLE';

  const server = createServer((near) => {
    if (state === 'RESET') return void near.resetAndDestroy();
    const far = connect(target);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.setNoDelay(true);
      from.on('error', () => undefined);
      from.on('close', () => {
        pairs.delete(pair);
        // While the network is silent, the other side does not learn of it.
        if (state !== 'SILENT') to.destroy();
      });
      from.on('data', (chunk: Buffer) => {
        if (!to.write(chunk)) from.pause();
      });
      to.on('drain', () => state !== 'SILENT' && from.resume());
    }
    if (state === 'SILENT') for (const socket of pair) socket.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    cut(how) {
      state = how;
      for (const [near, far] of pairs) {
        if (how === 'RESET') {
          near.resetAndDestroy();
          // Only TCP knows a reset, and PostgreSQL is reached by a Unix socket.
          far.destroy();
        } else for (const socket of [near, far]) socket.pause();
      }
    },
    heal() {
      state = 'WHOLE';
      for (const [near, far] of pairs) {
        if (near.destroyed || far.destroyed) for (const socket of [near, far]) socket.destroy();
        else for (const socket of [near, far]) socket.resume();
      }
    },
    async close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
