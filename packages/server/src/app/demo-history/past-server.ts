import type { PoolConfig } from 'pg';
import { buildApp } from '../app.ts';
import { createServices } from '../create-services.ts';
import { auditSettings } from '../../shared/schema/audit-key.ts';
import { connectDatabase } from '../../core/database/connect.ts';
import { createTrafficMeter, type TrafficMeter } from '../../modules/devices/dashboard/traffic-meter.ts';
import type { MailMessage } from '../../core/mail/mail-message.ts';
import type { Services } from '../../shared/services/services.ts';
import type { Schema } from '../../shared/schema/schema.ts';
import type { PastClock } from './past-clock.ts';
import { inPast } from './past-clock.store.ts';

/** A second instance of the server on a private loopback port, with a clock in the past. */
export interface PastServer {
  url: string;
  services: Services;
  traffic: TrafficMeter;
  /** The mails of the history, which are not sent. */
  letters: readonly MailMessage[];
  /** Aborted when the history is stopped early. */
  signal: AbortSignal;
  close(): Promise<void>;
}

const mostConnections = 6;

export async function startPastServer(
  live: Services,
  { target, clock, signal }: { target: PoolConfig; clock: PastClock; signal: AbortSignal },
): Promise<PastServer> {
  const { vault, blobs, uploadParts, archiveFiles, mapFiles, disk } = live;
  const files = { blobs, uploadParts, archiveFiles, mapFiles };
  const log: Services['log'] = live.log.child({ part: 'demo-history' }, { level: 'error' });
  const settings = auditSettings(vault.auditKey, clock);
  const { db, close } = connectDatabase<Schema>(inPast(target, mostConnections), { settings });
  const letters: MailMessage[] = [];
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
    metrics: null,
  };
  const mail = { send: async (letter: MailMessage) => void letters.push(letter) };
  const services = createServices({ config, clock, log, db, mail, ...files, disk, vault });
  // Only `changed` events are forwarded to the live server, so that open consoles show the progress. Notifications would be old, and
  // assignments would make the live server count all devices as active now.
  services.bus.subscribe('changed', (event) => {
    if (event.feature !== 'assignments') live.bus.publish('changed', event);
  });
  const stopHearing = hearLiveServer(live, services);
  // No page of this instance is opened, so any folder does as the build.
  const app = await buildApp(services, { console: config.dataDir, companion: config.dataDir, termux: config.dataDir });
  const traffic = createTrafficMeter();
  traffic.watch(app.fastify.server);
  return {
    url: await app.listen(),
    services,
    traffic,
    letters,
    signal,
    async close() {
      stopHearing();
      await app.close();
      await close();
    },
  };
}

/** Tells this server of what the live one does, as a bus would between two servers of a cluster. */
function hearLiveServer(live: Pick<Services, 'bus'>, { bus }: Pick<Services, 'bus'>): () => void {
  const stops = [
    live.bus.subscribe('kindsChanged', (event) => bus.publish('kindsChanged', event)),
    live.bus.subscribe('policiesChanged', (event) => bus.publish('policiesChanged', event)),
    live.bus.subscribe('commandQueued', (event) => bus.publish('commandQueued', event)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
