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
import { createTrafficMeter } from './core/figures/traffic-meter.ts';
import { startHousekeeping } from './core/housekeeping.ts';
import { demandDeclaredAccess } from './core/http/access-check.ts';
import { checkRoutes } from './core/http/check-routes.ts';
import { companionDist, serveCompanion } from './core/http/companion-files.ts';
import { isSocketServed, refuseForeignPages, separateCompanion } from './core/http/companion-host.ts';
import { consoleDist, serveConsole } from './core/http/console-files.ts';
import { allowConsoleOrigins } from './core/http/cors.ts';
import { createHttpServer, httpTimeouts } from './core/http/http-server.ts';
import { serveLocalCa } from './core/http/local-ca-file.ts';
import { listenLocally, type LocalListener } from './core/http/local-listener.ts';
import { handleUnknownPaths } from './core/http/not-found.ts';
import { createPayloads } from './core/http/payloads.ts';
import { registerRoutes } from './core/http/register-routes.ts';
import { logRequests } from './core/http/request-log.ts';
import { logRefusals } from './core/http/security-log.ts';
import { setKeyPair } from './core/http/secure-server.ts';
import { sendSecurityHeaders } from './core/http/security-headers.ts';
import { onUpgrade } from './core/http/upgrades.ts';
import type { Services } from './core/services.ts';
import { serveTicketContent } from './core/tickets/ticket-content.ts';
import { followKeyPair } from './core/tls/follow-key-pair.ts';
import { readKeyPair } from './core/tls/key-pair.ts';
import { commandAnswers, deviceTables, fileNames } from './device-features.ts';
import { servePictures } from './features/account/picture.routes.ts';
import { serveStaticFiles } from './features/app-download/static-files.routes.ts';
import { serveDocs } from './features/docs/docs.routes.ts';
import { serveFolders } from './features/files/folder-content.routes.ts';
import { serveMapTiles } from './features/locations/map-tiles.routes.ts';
import { createRoutes } from './registry.ts';

/** The whole server, not listening yet. */
export interface App {
  fastify: FastifyInstance;
  /** Returns the address it listens on. */
  listen(): Promise<string>;
  /** Lets programs on this machine in without TLS, where it is spoken. Returns the address for them. */
  listenLocally(): Promise<string>;
  /** Ends sockets and requests. The database stays: whoever opened it closes it. */
  close(): Promise<void>;
}

/** How long requests may take to end by themselves when the server stops. */
const closeWithinMs = 5000;

/** Where the builds for browsers lie. */
export interface Builds {
  console?: string | undefined;
  companion?: string | undefined;
}

/** Puts the parts together. */
export async function buildApp(
  services: Services,
  { console: consoleBuild = consoleDist, companion: companionBuild = companionDist }: Builds = {},
): Promise<App> {
  const payloads = await createPayloads(services.config.payload);
  const { tls } = services.config;
  const app = createHttpServer(services, payloads, tls && (await readKeyPair(tls)));
  const traffic = createTrafficMeter();
  traffic.watch(app.server);
  demandDeclaredAccess(app);
  logRequests(app);
  logRefusals(app);
  sendSecurityHeaders(app, services.config);
  separateCompanion(app, services.config);
  refuseForeignPages(app, services.config);
  allowConsoleOrigins(app, services.config);
  watchPolicies(services);
  const routes = createRoutes(services);
  checkRoutes(routes);
  registerRoutes(app, services, payloads, routes);
  serveUploads(app, services, commandAnswers);
  serveContent(app, services, fileNames);
  serveFolders(app, services);
  serveDeviceContent(app, services);
  serveTicketContent(app, services);
  serveArchives(app, services);
  servePictures(app, services);
  serveStaticFiles(app, services);
  serveMapTiles(app, services);
  serveDocs(app);
  serveLocalCa(app, services.config);
  await serveCompanion(app, companionBuild);
  handleUnknownPaths(app, endpoints, await serveConsole(app, consoleBuild, services.config));
  const sockets = [createConsoleSocket(services), createGateway(services, deviceTables, commandAnswers)];
  onUpgrade(
    app.server,
    Object.fromEntries(sockets.map((socket) => [socket.path, socket.handleUpgrade.bind(socket)] as const)),
    (request, path) => isSocketServed(request, path, services.config),
  );
  await app.ready();
  const stopFollowing =
    tls && followKeyPair({ files: tls, log: services.log, use: (pair) => setKeyPair(app.server, pair) });
  const stopHousekeeping = startHousekeeping(services, deviceTables);
  const stopSampling = startSampling(services, traffic.total);
  const stopAnchoring = startAnchoring(services);
  const stopArchives = startArchives(services, deviceTables);
  let local: LocalListener | null = null;
  return {
    fastify: app,
    listen: () => app.listen({ port: services.config.port, host: services.config.host }),
    listenLocally: async () => {
      local = await listenLocally(app.server, httpTimeouts);
      traffic.watch(local.server);
      return local.url;
    },
    close: async () => {
      stopFollowing?.();
      const impatience = setTimeout(() => {
        app.server.closeAllConnections();
        local?.server.closeAllConnections();
      }, closeWithinMs);
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
      await Promise.all([app.close(), local?.close()]);
      // What was written until now is anchored.
      await stopAnchoring();
      // The last commands that ended are news, too.
      await services.news.close();
      await services.push.close();
      clearTimeout(impatience);
    },
  };
}
