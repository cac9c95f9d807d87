import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../core/app-error.ts';
import type { MetricsConfig } from '../../core/config/cluster-config.ts';
import { bearerToken } from '../../core/http/bearer-token.ts';
import { httpTimeouts } from '../../core/http/http-server.ts';
import { metricsPath } from '../../core/http/metrics-path.ts';
import { StartError } from '../../core/config/start-error.ts';
import type { Metrics } from './metrics.ts';

type Figures = Pick<Metrics, 'contentType' | 'read'>;

/** Serves the figures beside the console, to whoever has the token. */
export function serveMetrics(app: FastifyInstance, metrics: Figures, token: string): void {
  app.get(metricsPath, { config: { access: 'metrics-token' } }, async (request, reply) => {
    if (!isToken(request.headers.authorization, token)) throw new AppError('authentication_required');
    return await reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.read());
  });
}

export interface MetricsListener {
  url: string;
  close(): Promise<void>;
}

/** Serves the figures on an address of their own, over plain HTTP. Without a token, whoever reaches the address reads them. */
export async function listenForMetrics(metrics: Figures, { address, token }: MetricsConfig): Promise<MetricsListener> {
  const server = createServer(httpTimeouts, (request, response) => {
    const refuse = (status: number) => response.writeHead(status, { 'content-length': 0 }).end();
    const path = request.url?.split('?', 1)[0];
    if (path !== metricsPath) return refuse(404);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
    if (token !== null && !isToken(request.headers.authorization, token)) return refuse(401);
    return metrics.read().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text),
      () => refuse(500),
    );
  });
  try {
    server.listen(address?.port, address?.host);
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`METRICS_ADDRESS ${address?.host}:${address?.port} cannot be listened on (${code}).`, {
      cause: error,
    });
  }
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${address?.host}:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const hash = (text: string) => createHash('sha256').update(text).digest();

/** Compares hashes, which have one length, so that the time says nothing about the token. */
function isToken(header: string | undefined, token: string): boolean {
  return timingSafeEqual(hash(bearerToken(header) ?? ''), hash(token));
}
