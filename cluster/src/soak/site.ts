import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { connectDatabase } from '../../../packages/server/src/core/database/connect.ts';
import type { Database, Schema } from '../../../packages/server/src/shared/schema/schema.ts';
import { callEndpoint } from '../../../packages/server/src/testing/call-endpoint.ts';
import { createServer, type ClusterServer } from '../core/cluster-server.ts';
import { signIn, type Cluster } from '../core/cluster.ts';
import type { OwnProcesses } from '../core/own-processes.ts';
import { startMailSink } from '../parts/mail-sink.ts';
import { startPostgres } from '../parts/postgres.ts';
import { Requests } from './requests.ts';

const adminPassword = 'lasting-lanterns-42';
const probe = pathToFileURL(path.join(import.meta.dirname, 'probe.process.ts')).href;

/** One server with its PostgreSQL, which is watched from inside and can be killed. */
export interface Site extends Pick<Cluster, 'db' | 'servers' | 'call'> {
  /** Where devices join and connect; there is no balancer before a single server. */
  balancer: Pick<Cluster['balancer'], 'url'>;
  server: ClusterServer;
  requests: Requests;
  token: string;
  probePath: string;
  /** How often the server was started. */
  life(): number;
  /** Kills the server, starts it again, and resolves with the milliseconds until it was ready. */
  killServer(): Promise<number>;
  restartPostgres(): Promise<number>;
  close(): Promise<void>;
}

export async function startSite(processes: OwnProcesses): Promise<Site> {
  const [postgres, mail] = [await startPostgres(processes), await startMailSink()];
  const connection = await postgres.createDatabase('soak');
  const { host = '', port, user } = connection;
  // The path of a Unix socket has at most a hundred bytes.
  const probePath = path.join(mkdtempSync(path.join(processes.folder, 'probe-')), 'socket');
  const server = await createServer(processes, {
    name: 'soak',
    env: {
      DATABASE_URL: `postgresql:///soak?host=${encodeURIComponent(host)}&port=${port}&user=${user}`,
      SMTP_URL: mail.url,
      ADMIN_PASSWORD: adminPassword,
      DEMO_DEVICES: '0',
      NODE_OPTIONS: `--import=${probe}`,
      SOAK_PROBE: probePath,
    },
  });
  await server.start();
  const { db, close: closeDatabase } = connectDatabase<Schema>({ ...connection, max: 4 });
  const token = await signIn(server.url, adminPassword);
  const requests = new Requests(server.url);
  let life = 1;
  return {
    db,
    server,
    servers: [server],
    balancer: { url: server.url },
    requests,
    token,
    probePath,
    call: (endpoint, input, _at, as = token) => callEndpoint(server.url, endpoint, input, as),
    life: () => life,
    async killServer() {
      const isBack = requests.beginOutage('kill -9 of the server');
      await server.kill();
      life += 1;
      await server.start();
      return isBack();
    },
    async restartPostgres() {
      const isBack = requests.beginOutage('restart of PostgreSQL');
      await postgres.restart();
      await server.untilReady();
      // The connections of this process are renewed with its next query.
      await sql`select 1`.execute(db).catch(() => undefined);
      return isBack();
    },
    async close() {
      await server.stop();
      await closeDatabase();
      await mail.close();
      await postgres.stop();
    },
  };
}

/** The phones of a fleet share contacts and apps; here their location too, and each has been somewhere, so that maps are full from the beginning. */
export async function shareLocation(db: Database): Promise<void> {
  await sql`update devices set capabilities = capabilities || '{LOCATION}'`.execute(db);
  await sql`
    insert into locations (device_id, key, nickname, latitude, longitude, accuracy, address, timezone, local_date_time)
    select id, 'first', '', 48 - id % 100 * 0.003, 11 + id % 70 * 0.004, 8, '', 'UTC', now() - interval '3 hours' from devices`.execute(
    db,
  );
}
