import { endpoints } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import { serveContent } from '../modules/files/content/content.routes.ts';
import { serveDeviceContent, serveSentContent } from '../modules/files/content/device-content.routes.ts';
import { serveUploads } from '../modules/files/uploads/uploads.routes.ts';
import { createConsoleSocket } from '../modules/gateway/console-socket/console-socket.ts';
import { serveArchives } from '../modules/device-data/archives/archive-content.routes.ts';
import { createLiveViewRelay } from '../modules/device-data/live-view/relay/live-view-relay.ts';
import { createViewerSocket } from '../modules/device-data/live-view/viewer-socket.ts';
import { createAlertEngine } from '../modules/places/alerts/alert-engine.ts';
import { startArchives } from '../modules/device-data/archives/archives.ts';
import { startAnchoring } from '../shared/audit/chain/anchor-file.ts';
import { createGateway } from '../modules/gateway/gateway.ts';
import { startGroupSync } from '../modules/devices/groups/group-sync.ts';
import { startSampling } from '../modules/devices/dashboard/system-samples.ts';
import { createTrafficMeter } from '../modules/devices/dashboard/traffic-meter.ts';
import { createRunFeeder } from '../modules/devices/runs/run-feeder.ts';
import { createScheduleStarter } from '../modules/devices/schedules/schedule-starter.ts';
import { startHousekeeping } from './housekeeping.ts';
import { assertDeclaredAccess } from './access-check.ts';
import { openMetrics } from './metrics/open-metrics.ts';
import { checkRoutes } from './check-routes.ts';
import { companionDist, serveCompanion } from './pages/companion-files.ts';
import { isSocketServed, refuseForeignPages, separateCompanion } from './pages/companion-host.ts';
import { consoleDist, serveConsole } from './pages/console-files.ts';
import { createHttpServer, httpTimeouts, listenLocally, type LocalListener } from '../core/http/http-server.ts';
import { serveHealthChecks } from './health-checks.ts';
import { serveLocalCa } from './pages/local-ca-file.ts';
import { handleUnknownPaths } from './pages/not-found.ts';
import { createPayloads } from '../core/http/payloads/payload.ts';
import { registerRoutes } from './register-routes.ts';
import { logRequests } from './request-log.ts';
import { logRefusals } from './security-log.ts';
import { setKeyPair } from '../core/http/connections/secure-server.ts';
import { serveBatches } from './serve-batches.ts';
import { securityHeaders, sendSecurityHeaders } from './pages/security-headers.ts';
import { onUpgrade } from '../core/http/connections/upgrades.ts';
import type { Services } from '../shared/services/services.ts';
import { serveTicketContent, ticketAttachments } from '../modules/support/tickets/ticket-content.ts';
import { watchKeyPair } from '../core/tls/watch-key-pair.ts';
import { readKeyPair } from '../core/tls/key-pair.ts';
import { commandAnswers, deviceTables, fileNames } from '../device-features.ts';
import { servePictures } from '../modules/accounts/account/picture.routes.ts';
import { serveStaticFiles } from '../modules/installation/app-download/static-files.routes.ts';
import { readTermuxFile, termuxDist } from '../modules/installation/app-download/termux-file.ts';
import { serveTermuxFile } from '../modules/installation/app-download/termux-file.routes.ts';
import { servePhoneTests } from '../modules/installation/phone-access/phone-test.page.ts';
import { serveDocs } from '../modules/installation/docs/docs.routes.ts';
import { createRoutes } from '../registry.ts';
import { allowConsoleOrigins } from './pages/cors.ts';
import { serveFolders } from '../modules/files/file-manager/folder-content.routes.ts';
import { startMapWork } from '../modules/places/map-data/map-work.ts';
import { serveMapTiles } from '../modules/places/locations/map-tiles.routes.ts';

/** The assembled server, not listening yet. */
export interface App {
  fastify: FastifyInstance;
  /** Starts listening and returns the address. */
  listen(): Promise<string>;
  /** Opens a plain HTTP listener for programs on this machine, for a server with TLS. Returns its address. */
  listenLocally(): Promise<string>;
  /** Closes sockets and ends requests. The database stays open; its opener closes it. */
  close(): Promise<void>;
}

/** The console's API, whose payloads may be encrypted. Devices have no secret, and browsers fetch files without our code. */
const consolePaths = /^\/(?:admin|client)\/v\d+(?:\/|$)/;

/** How long pending requests may take when the server stops. */
const closeWithinMs = 5000;

/** The folders of the builds. */
export interface Builds {
  console?: string | undefined;
  companion?: string | undefined;
  termux?: string | undefined;
}

/** Assembles the server from its parts. */
export async function buildApp(
  given: Services,
  {
    console: consoleBuild = consoleDist,
    companion: companionBuild = companionDist,
    termux: termuxBuild = termuxDist,
  }: Builds = {},
): Promise<App> {
  const metrics = await openMetrics(given);
  const services = metrics?.services ?? given;
  const payloads = await createPayloads(services.config.payload, consolePaths);
  const { tls } = services.config;
  const app = createHttpServer(
    { log: services.log, headers: (host) => securityHeaders(services.config, host), proxies: services.config },
    payloads,
    tls && (await readKeyPair(tls)),
  );
  const traffic = createTrafficMeter();
  traffic.watch(app.server);
  assertDeclaredAccess(app);
  metrics?.watchRequests(app);
  logRequests(app);
  logRefusals(app, services.config);
  sendSecurityHeaders(app, services.config);
  separateCompanion(app, services.config);
  refuseForeignPages(app, services.config);
  allowConsoleOrigins(app, services.config);
  const termuxFile = await readTermuxFile(termuxBuild);
  const routes = createRoutes(services, termuxFile);
  checkRoutes(routes);
  registerRoutes(app, services, payloads, routes);
  serveBatches(app);
  serveUploads(app, services, commandAnswers);
  serveContent(app, services, { names: fileNames, attachments: ticketAttachments(services) });
  serveFolders(app, services);
  serveDeviceContent(app, services);
  serveSentContent(app, services);
  serveTicketContent(app, services);
  serveArchives(app, services);
  servePictures(app, services);
  serveStaticFiles(app, services);
  serveTermuxFile(app, termuxFile);
  servePhoneTests(app, services);
  serveMapTiles(app, services);
  serveDocs(app);
  serveLocalCa(app, services.config);
  serveHealthChecks(app, services);
  metrics?.serve(app);
  await serveCompanion(app, companionBuild);
  handleUnknownPaths(app, endpoints, await serveConsole(app, consoleBuild, services.config));
  const consoleSocket = createConsoleSocket(services);
  const liveViews = createLiveViewRelay(services);
  const viewerSocket = createViewerSocket(services, liveViews.rooms);
  const gateway = createGateway(services, deviceTables, commandAnswers, liveViews);
  const sockets = [consoleSocket, viewerSocket, gateway];
  metrics?.setSources({ gateway: gateway.figures, consoles: consoleSocket.openSockets, traffic: traffic.total });
  onUpgrade(
    app.server,
    Object.fromEntries(sockets.map((socket) => [socket.path, socket.handleUpgrade.bind(socket)] as const)),
    (request, path) => isSocketServed(request, path, services.config),
  );
  await app.ready();
  const { log, scheduler } = services;
  const stopFollowing =
    tls && watchKeyPair({ files: tls, log, scheduler, use: (pair) => setKeyPair(app.server, pair) });
  const runFeeder = createRunFeeder(services, deviceTables);
  const scheduleStarter = createScheduleStarter(services);
  const alertEngine = createAlertEngine(services);
  const stopHousekeeping = startHousekeeping(services, deviceTables);
  const stopGroupSync = startGroupSync(services);
  const stopSampling = startSampling(services, traffic.total);
  const stopAnchoring = startAnchoring(services);
  const stopArchives = startArchives(services, deviceTables);
  const stopMapWork = startMapWork(services);
  let local: LocalListener | null = null;
  return {
    fastify: app,
    listen: async () => {
      await metrics?.listen();
      return await app.listen({ port: services.config.port, host: services.config.host });
    },
    listenLocally: async () => {
      local = await listenLocally(app.server, httpTimeouts);
      traffic.watch(local.server);
      return local.url;
    },
    close: async () => {
      stopFollowing?.();
      // Before anything else stops: meanwhile this server does its work for the devices that it still has.
      await gateway.drain();
      const impatience = setTimeout(() => {
        app.server.closeAllConnections();
        local?.server.closeAllConnections();
      }, closeWithinMs);
      // A part that fails to close, for example because the database is gone, must not block the others.
      const parts = [
        () => runFeeder.close(),
        () => scheduleStarter.close(),
        () => alertEngine.close(),
        stopHousekeeping,
        stopGroupSync,
        stopSampling,
        stopArchives,
        stopMapWork,
        ...sockets.map((socket) => async () => await socket.close()),
      ];
      for (const result of await Promise.allSettled(parts.map((stop) => stop()))) {
        if (result.status === 'rejected')
          log.error({ err: result.reason, event: 'server.part_not_stopped' }, 'A part did not stop cleanly');
      }
      await Promise.all([app.close(), local?.close(), metrics?.close()]);
      // Anchors the entries that were written until now.
      await stopAnchoring();
      // Closed after the commands, whose last results still create notifications.
      await services.deviceEvents.close();
      await services.push.close();
      await services.jobs.close();
      clearTimeout(impatience);
    },
  };
}
