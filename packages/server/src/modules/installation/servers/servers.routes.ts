import { serverList } from '@fairwatch/contract';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { listServers } from './servers.store.ts';

export function serverRoutes({ db, server }: Services): Route[] {
  return [handle(serverList, async () => ({ isCluster: server.isCluster, servers: await listServers(db, server.id) }))];
}
