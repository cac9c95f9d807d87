import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy that resets connections on demand. */
export interface CuttingProxy {
  url: string;
  /** The number of connections that were cut. */
  cuts: number;
  /** Cuts all open connections. */
  cutAll(): void;
  /** Cuts the connection after this many more bytes to the server. */
  cutAfter(bytes: number): void;
  /** Cuts the connection after this many more bytes from the server. */
  cutAnswerAfter(bytes: number): void;
  /** Cuts the next connection on which the server responds, before the response is forwarded. */
  loseNextAnswer(): void;
  close(): Promise<void>;
}

export async function startCuttingProxy(serverUrl: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(serverUrl);
  const open = new Set<Socket>();
  let budget = Number.POSITIVE_INFINITY;
  let answerBudget = Number.POSITIVE_INFINITY;
  let losing = false;

  const server = createServer((device) => {
    const target = connect(Number(port), hostname);
    const cut = () => {
      proxy.cuts += 1;
      device.destroy();
      target.destroy();
    };
    for (const socket of [device, target]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        device.destroy();
        target.destroy();
      });
    }
    device.on('data', (chunk: Buffer) => {
      // The bytes before the cut are still forwarded.
      target.write(chunk.subarray(0, Math.min(chunk.length, budget)), () => {
        if (budget > 0) return;
        budget = Number.POSITIVE_INFINITY;
        cut();
      });
      budget = Math.max(0, budget - chunk.length);
    });
    target.on('data', (chunk: Buffer) => {
      if (!losing && chunk.length < answerBudget) {
        answerBudget -= chunk.length;
        return void device.write(chunk);
      }
      losing = false;
      answerBudget = Number.POSITIVE_INFINITY;
      cut();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: 0,
    cutAll() {
      for (const socket of open) socket.destroy();
    },
    cutAfter: (bytes) => (budget = bytes),
    cutAnswerAfter: (bytes) => (answerBudget = bytes),
    loseNextAnswer: () => (losing = true),
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
