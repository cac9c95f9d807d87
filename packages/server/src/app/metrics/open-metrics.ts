import { version } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../shared/services/services.ts';
import type { Metrics } from './metrics.ts';

/** The figures of a server, and where they are served. */
export interface OpenMetrics extends Pick<Metrics, 'services' | 'watchRequests' | 'setSources'> {
  /** Serves them beside the console, unless they have an address of their own. */
  serve(app: FastifyInstance): void;
  /** Listens on their own address, if they have one. */
  listen(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the figures for Prometheus. Null for a server that offers none, which then loads and measures nothing. */
export async function openMetrics(services: Services): Promise<OpenMetrics | null> {
  const { metrics: config } = services.config;
  if (config === null) return null;
  const [{ createMetrics }, { listenForMetrics, serveMetrics }] = await Promise.all([
    import('./metrics.ts'),
    import('./serve-metrics.ts'),
  ]);
  const metrics = await createMetrics(services, version);
  let listener: Awaited<ReturnType<typeof listenForMetrics>> | null = null;
  return {
    services: metrics.services,
    watchRequests: metrics.watchRequests,
    setSources: metrics.setSources,
    serve(app) {
      if (config.address === null && config.token !== null) serveMetrics(app, metrics, config.token);
    },
    async listen() {
      if (config.address !== null) listener = await listenForMetrics(metrics, config);
    },
    async close() {
      metrics.close();
      await listener?.close();
    },
  };
}
