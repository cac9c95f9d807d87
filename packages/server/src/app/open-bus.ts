import { createInProcessFrames, type FrameRelay } from '../core/bus/frame-relay.ts';
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

/** Opens the relay of frames: within this process, or over NATS to the other servers of the cluster. */
export async function openFrames({ config, db, log, scheduler, server, vault }: Parts): Promise<FrameRelay> {
  const { natsUrl } = config;
  if (natsUrl === null) return createInProcessFrames();
  const prefix = `fairwatch.${await readInstallationId(db)}`;
  const { connectNatsFrames } = await import('../core/bus/nats-frames.ts');
  return await connectNatsFrames({
    url: natsUrl,
    prefix,
    name: `fairwatch ${server.name} frames`,
    // With the subject in it, so that a frame of one stream is not taken for one of another.
    mac: (subject, bytes) => vault.mac(`frames ${subject}`, bytes),
    scheduler,
    log,
  });
}
