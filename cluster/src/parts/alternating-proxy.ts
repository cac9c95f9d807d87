import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A balancer that sends each request to the next server in turn, so that no two requests in a row meet the same one. */
export interface AlternatingProxy {
  url: string;
  /** How many requests each server got, in the order of the ports. */
  served: readonly number[];
  close(): Promise<void>;
}

/** `delayMs` slows every request down, so that there is a middle in which something can happen. */
export async function startAlternatingProxy(ports: readonly number[], delayMs = 0): Promise<AlternatingProxy> {
  const served = ports.map(() => 0);
  const open = new Set<Socket>();
  let turn = 0;

  const server = createServer((request, response) => {
    const place = turn++ % ports.length;
    const onward = ask(onwardTo(ports[place] ?? 0, request), (answer) => {
      served[place] = (served[place] ?? 0) + 1;
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    // A server that is gone looks like a broken connection to the device, which asks again.
    onward.on('error', () => request.socket.destroy());
    setTimeout(() => request.pipe(onward), delayMs);
  });
  server.on('upgrade', (request, near: Socket, head) => {
    const far = connect(ports[turn++ % ports.length] ?? 0, '127.0.0.1');
    const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    far.write(`${request.method} ${request.url} HTTP/1.1\r\n${headers.join('')}\r\n`);
    far.write(head);
    for (const [from, to] of [[near, far] as const, [far, near] as const]) {
      open.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served,
    async close() {
      for (const socket of open) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function onwardTo(port: number, { method, url, headers }: IncomingMessage): RequestOptions {
  return { host: '127.0.0.1', port, ...(method && { method }), ...(url && { path: url }), headers, agent: false };
}
