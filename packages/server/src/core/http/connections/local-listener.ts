import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalListener {
  url: string;
  server: Server;
  /** Resolves once the pending requests are answered. */
  close(): Promise<void>;
}

/**
 * Lets programs on this machine reach a TLS server over plain HTTP, because they may be unable to resolve the name in its
 * certificate. Listens on a free port of the loopback address.
 */
export async function listenLocally(
  server: Pick<Server, 'emit'>,
  options: { headersTimeout: number; requestTimeout: number; connectionsCheckingInterval: number },
): Promise<LocalListener> {
  const local = createServer(options);
  for (const event of ['request', 'upgrade', 'clientError']) {
    local.on(event, (...args: unknown[]) => void server.emit(event, ...args));
  }
  local.listen(0, '127.0.0.1');
  await once(local, 'listening');
  const { port } = local.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    server: local,
    async close() {
      local.close();
      await once(local, 'close');
    },
  };
}
