import { endpoints } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import { serveContent } from './core/blobs/content.routes.ts';
import { serveDeviceContent } from './core/blobs/device-content.routes.ts';
import { serveUploads } from './core/blobs/uploads.routes.ts';
import { createConsoleSocket } from './core/console-socket/console-socket.ts';
import { serveArchives } from './core/devices/archive/archive-content.routes.ts';
import { startArchives } from './core/devices/archive/archives.ts';
import { startAnchoring } from './core/devices/audit/anchor-file.ts';
import { watchPolicies } from './core/devices/policies/use-policies.ts';
import { createGateway } from './core/devices/gateway/gateway.ts';
import { startSampling } from './core/figures/system-samples.ts';
import { meterTraffic } from './core/figures/traffic-meter.ts';
import { startHousekeeping } from './core/housekeeping.ts';
import { demandDeclaredAccess } from './core/http/access-check.ts';
import { checkRoutes } from './core/http/check-routes.ts';
import { consoleDist, serveConsole } from './core/http/console-files.ts';
import { createHttpServer } from './core/http/http-server.ts';
import { handleUnknownPaths } from './core/http/not-found.ts';
import { createPayloads } from './core/http/payloads.ts';
import { registerRoutes } from './core/http/register-routes.ts';
import { logRequests } from './core/http/request-log.ts';
import { logRefusals } from './core/http/security-log.ts';
import { sendSecurityHeaders } from './core/http/security-headers.ts';
import { onUpgrade } from './core/http/upgrades.ts';
import type { Services } from './core/services.ts';
import { serveTicketContent } from './core/tickets/ticket-content.ts';
import { commandAnswers, deviceTables, fileNames } from './device-features.ts';
import { servePictures } from './features/account/picture.routes.ts';
import { serveStaticFiles } from './features/app-download/static-files.routes.ts';
import { serveDocs } from './features/docs/docs.routes.ts';
import { createRoutes } from './registry.ts';

/** The whole server, not listening yet. */
export interface App {
  fastify: FastifyInstance;
  /** Returns the address it listens on. */
  listen(): Promise<string>;
  /** Ends sockets and requests. The database stays: whoever opened it closes it. */
  close(): Promise<void>;
}

/** How long requests may take to end by themselves when the server stops. */
const closeWithinMs = 5000;

/** Puts the parts together. `dist` is where the built console lies. */
export async function buildApp(services: Services, dist: string = consoleDist): Promise<App> {
  const payloads = await createPayloads(services.config.payload);
  const app = createHttpServer(services, payloads);
  const traffic = meterTraffic(app.server);
  demandDeclaredAccess(app);
  logRequests(app);
  logRefusals(app);
  sendSecurityHeaders(app, services.config);
  watchPolicies(services);
  const routes = createRoutes(services);
  checkRoutes(routes);
  registerRoutes(app, services, payloads, routes);
  serveUploads(app, services, commandAnswers);
  serveContent(app, services, fileNames);
  serveDeviceContent(app, services);
  serveTicketContent(app, services);
  serveArchives(app, services);
  servePictures(app, services);
  serveStaticFiles(app, services);
  serveDocs(app);
  handleUnknownPaths(app, endpoints, await serveConsole(app, dist, services.config));
  const sockets = [createConsoleSocket(services), createGateway(services, deviceTables, commandAnswers)];
  onUpgrade(
    app.server,
    Object.fromEntries(sockets.map((socket) => [socket.path, socket.handleUpgrade.bind(socket)] as const)),
  );
  await app.ready();
  const stopHousekeeping = startHousekeeping(services, deviceTables);
  const stopSampling = startSampling(services, traffic);
  const stopAnchoring = startAnchoring(services);
  const stopArchives = startArchives(services, deviceTables);
  return {
    fastify: app,
    listen: () => app.listen({ port: services.config.port, host: services.config.host }),
    close: async () => {
      const impatience = setTimeout(() => app.server.closeAllConnections(), closeWithinMs);
      // One part that cannot say goodbye, for instance because the database is gone, must not keep the others.
      const parts = [
        stopHousekeeping,
        stopSampling,
        stopArchives,
        ...sockets.map((socket) => async () => await socket.close()),
      ];
      for (const result of await Promise.allSettled(parts.map((stop) => stop()))) {
        if (result.status === 'rejected') services.log.error({ err: result.reason }, 'a part did not stop cleanly');
      }
      await app.close();
      // What was written until now is anchored.
      await stopAnchoring();
      // The last commands that ended are news, too.
      await services.news.close();
      clearTimeout(impatience);
    },
  };
}
