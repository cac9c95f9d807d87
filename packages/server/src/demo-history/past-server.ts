import type { PoolConfig } from 'pg';
import { buildApp } from '../app.ts';
import { auditSettings } from '../core/audit-key.ts';
import { createOpenTransfers } from '../core/blobs/open-transfers.ts';
import { createInProcessBus } from '../core/bus.ts';
import { connectDatabase } from '../core/database/connect.ts';
import { createTrafficMeter, type TrafficMeter } from '../core/figures/traffic-meter.ts';
import type { Letter } from '../core/mail/letter.ts';
import { createNewsDesk } from '../core/notifications/news-desk.ts';
import type { Services } from '../core/services.ts';
import { createPushSender } from '../core/web-push/push-sender.ts';
import type { PastClock } from './past-clock.ts';
import { inPast } from './past-clock.store.ts';

/** The same server once more, on a port of this machine that only the demo's history knows, and in the past. */
export interface PastServer {
  url: string;
  services: Services;
  traffic: TrafficMeter;
  /** What would have been mailed: nobody gets it. */
  letters: readonly Letter[];
  /** Aborts when the history ends early. */
  signal: AbortSignal;
  close(): Promise<void>;
}

const mostConnections = 6;

export async function startPastServer(
  live: Services,
  { target, clock, signal }: { target: PoolConfig; clock: PastClock; signal: AbortSignal },
): Promise<PastServer> {
  const { vault, blobs, disk } = live;
  const log = live.log.child({ part: 'demo-history' }, { level: 'error' });
  const settings = auditSettings(vault.auditKey, clock);
  const { db, close } = connectDatabase(inPast(target, mostConnections), { settings });
  const bus = createInProcessBus();
  // Open consoles see the history arrive; they are not told each piece of old news. That devices were assigned would make the live
  // server count everybody as seen now, and earlier hours would no longer count.
  bus.subscribe('changed', (event) => {
    if (event.feature !== 'assignments') live.bus.publish('changed', event);
  });
  const letters: Letter[] = [];
  const config: Services['config'] = {
    ...live.config,
    host: '127.0.0.1',
    port: 0,
    tls: null,
    publicUrl: null,
    companionUrl: null,
    smtpUrl: null,
    signUp: true,
    payload: { mode: 'PLAINTEXT', secret: null },
    auditAnchorFile: null,
  };
  const services: Services = {
    config,
    clock,
    log,
    db,
    bus,
    blobs,
    disk,
    vault,
    transfers: createOpenTransfers({ bus, log }),
    mail: { send: async (letter) => void letters.push(letter) },
    news: createNewsDesk({ db, bus, log }),
    push: createPushSender({ db, bus, log, vault, config }),
  };
  // Nobody opens a page of it.
  const app = await buildApp(services, { console: config.dataDir, companion: config.dataDir });
  const traffic = createTrafficMeter();
  traffic.watch(app.fastify.server);
  return {
    url: await app.listen(),
    services,
    traffic,
    letters,
    signal,
    async close() {
      await app.close();
      await close();
    },
  };
}
