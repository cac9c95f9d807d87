import { loadInstallation, version, healthCheck, serverList } from '@fairwatch/contract';
import { handle, type Route } from '../../shared/routes/route.ts';
import type { Services } from '../../shared/services/services.ts';
import { isMaintenanceOn } from '../../shared/settings/maintenance-mode.store.ts';
import { listServers } from './servers/servers.store.ts';

export function installationRoutes({ config, db, server }: Services): Route[] {
  return [
    handle(loadInstallation, async () => ({
      version,
      payloadMode: config.payload.mode,
      // A configured address, because the console may be open at an address that phones cannot reach, such as localhost.
      companionOrigin: config.companionUrl ?? config.publicUrl,
    })),
    handle(healthCheck, async () => ({ maintenance: await isMaintenanceOn(db) })),
    handle(serverList, async () => ({ isCluster: server.isCluster, servers: await listServers(db, server.id) })),
  ];
}
