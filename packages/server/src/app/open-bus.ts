import { createInProcessBus } from '../core/bus/in-process-bus.ts';
import type { Infrastructure } from '../shared/infrastructure.ts';
import { findRunningServers, readInstallationId } from '../modules/installation/installation.store.ts';
import { divideEvent, eventScopes, parseEvent, type BusEvents, type ServerBus } from '../shared/server-bus.ts';

type Parts = Pick<Infrastructure, 'config' | 'db' | 'log' | 'scheduler' | 'server' | 'vault'>;

/** Opens the bus: within this process, or over NATS to the other servers of the cluster. */
export async function openBus({ config, db, log, scheduler, server, vault }: Parts): Promise<ServerBus> {
  const { natsUrl } = config;
  if (natsUrl === null) return createInProcessBus<BusEvents>(log);
  const subject = `fairwatch.${await readInstallationId(db)}.events`;
  // Loaded only here: a single server does not need it.
  const { createClusterBus } = await import('../core/bus/cluster-bus.ts');
  const { connectNats } = await import('../core/bus/nats-wire.ts');
  return await createClusterBus<BusEvents>({
    serverId: server.id,
    scopes: eventScopes,
    parseEvent,
    divideEvent,
    findServers: () => findRunningServers(db),
    // With the subject in it, so that what another installation with this key has sent is not heard here.
    mac: (text) => vault.mac(`bus ${subject}`, text),
    openWire: (listener) =>
      connectNats({ url: natsUrl, subject, name: `fairwatch ${server.name}`, scheduler, log }, listener),
    scheduler,
    log,
  });
}
