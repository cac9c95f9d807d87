import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy that forwards the server's answers slowly after `slowDown`. */
export interface SlowLine extends AsyncDisposable {
  url: string;
  slowDown(): void;
}

/** What a page may log that is still loading, or loads again, after its line is gone. */
export const lineGone = /WebSocket|ERR_|preload CSS|dynamically imported module|PageLoadError/;

/** The delay after each chunk of at most 64 kB: about a megabyte per second. */
const pauseMs = 50;

export async function openSlowLine(serverUrl: string): Promise<SlowLine> {
  const { hostname, port } = new URL(serverUrl);
  const open = new Set<Socket>();
  let slow = false;
  const server = createServer((browser) => {
    const target = connect(Number(port), hostname);
    for (const [socket, other] of [
      [browser, target],
      [target, browser],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    browser.pipe(target);
    target.on('data', (piece) => {
      browser.write(piece);
      if (!slow) return;
      target.pause();
      setTimeout(() => target.resume(), pauseMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    slowDown: () => void (slow = true),
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
