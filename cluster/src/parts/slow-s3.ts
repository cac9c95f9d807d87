import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An HTTP proxy in front of the S3 store that can hold deletions. What is held is carried out when it is released, also when whoever asked for it
 * has given up meanwhile: a store that is slow does the same.
 */
export interface SlowS3 {
  /** The value of S3_URL that leads through the proxy. */
  url: string;
  /** Holds every deletion from now on. */
  hold(): void;
  /** How many deletions are held. */
  held(): number;
  /** Carries out what is held, and holds nothing any more. Resolves when the store has answered all of them. */
  release(): Promise<void>;
  close(): Promise<void>;
}

export async function startSlowS3(s3Url: string): Promise<SlowS3> {
  const target = new URL(s3Url);
  const waiting: (() => void)[] = [];
  const running = new Set<Promise<void>>();
  let isHolding = false;

  /** Passes a request on as it is: its signature covers the address that the sender used. */
  async function forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method, url: path, headers } = incoming;
    const outgoing = request({ host: target.hostname, port: target.port, method, path, headers });
    const responded = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    // A deletion has no body, and whoever asked for it may be gone.
    if (method === 'DELETE') outgoing.end();
    else incoming.pipe(outgoing);
    const [response] = await responded;
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
    response.resume();
    await once(response, 'end');
  }

  const server = createServer((incoming, answer) => {
    answer.on('error', () => undefined);
    const begin = () => {
      const work = forward(incoming, answer).catch(() => void answer.destroy());
      running.add(work);
      void work.finally(() => running.delete(work));
    };
    if (isHolding && incoming.method === 'DELETE') waiting.push(begin);
    else begin();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = new URL(s3Url);
  own.port = String((server.address() as AddressInfo).port);

  return {
    url: own.href,
    hold: () => void (isHolding = true),
    held: () => waiting.length,
    async release() {
      isHolding = false;
      for (const begin of waiting.splice(0)) begin();
      await Promise.all(running);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
