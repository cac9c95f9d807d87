import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { login, type Endpoint, type InputOf } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { connectDatabase } from '../../../packages/server/src/core/database/connect.ts';
import type { Database, Schema } from '../../../packages/server/src/shared/schema/schema.ts';
import { callEndpoint, type Answer } from '../../../packages/server/src/testing/call-endpoint.ts';
import { startHaproxy, type Balancer } from '../parts/balancers.ts';
import { startCutProxy, type CutProxy } from '../parts/cut-proxy.ts';
import type { Parts } from '../parts/parts.ts';
import { createServer, type ClusterServer } from './cluster-server.ts';

const adminPassword = 'several-lanterns-42';

interface ClusterOptions {
  servers: number;
  /** Puts a proxy that can be cut between each server and PostgreSQL and NATS. It costs CPU time, so figures are taken without. */
  cuttable?: boolean;
  /** Additional environment of all servers. */
  env?: Readonly<Record<string, string>>;
}

/** Where the servers of one cluster keep everything: a database, a bucket and a key. */
export interface Ground {
  connection: PoolConfig;
  env: Readonly<Record<string, string>>;
}

/** The connections of one server that can be cut. */
interface Lines {
  database: CutProxy;
  nats: CutProxy;
}

/** Servers on one database, with a balancer in front. */
export interface Cluster {
  servers: readonly ClusterServer[];
  /** The cuttable connections of each server; empty without `cuttable`. */
  lines: readonly Lines[];
  balancer: Balancer;
  /** A connection of this process, which does not depend on any server. */
  db: Database;
  /** The session of the first admin. */
  token: string;
  ground: Ground;
  /** Calls an endpoint through the balancer, or at one server. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, at?: ClusterServer, token?: string): Promise<Answer<E>>;
  close(): Promise<void>;
}

let clusters = 0;

/** Creates an empty database, an empty bucket and a new key. */
export async function prepareGround({ processes, postgres, s3, nats, mail }: Parts): Promise<Ground> {
  clusters += 1;
  const name = `cluster_${clusters}`;
  const connection = await postgres.createDatabase(name);
  const keyFile = path.join(processes.folder, `${name}.key`);
  await writeFile(keyFile, randomBytes(32), { mode: 0o600 });
  const { host = '', port, user } = connection;
  return {
    connection,
    env: {
      DATABASE_URL: `postgresql:///${name}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`,
      S3_URL: await s3.createBucket(`fairwatch-${clusters}`),
      NATS_URL: `nats://127.0.0.1:${nats.port}`,
      SMTP_URL: mail.url,
      VAULT_KEY_FILE: keyFile,
      ADMIN_PASSWORD: adminPassword,
    },
  };
}

export async function startCluster(parts: Parts, options: ClusterOptions): Promise<Cluster> {
  return await startClusterOn(parts, await prepareGround(parts), options);
}

/** Starts servers one after the other on this ground, and haproxy in front of them. */
export async function startClusterOn(parts: Parts, ground: Ground, options: ClusterOptions): Promise<Cluster> {
  const { processes } = parts;
  const lines: Lines[] = [];
  const servers: ClusterServer[] = [];
  for (let place = 0; place < options.servers; place += 1) {
    const own = options.cuttable ? await startLines(parts) : null;
    if (own) lines.push(own);
    const env = { ...ground.env, ...(own && environmentOf(own, ground)), ...options.env };
    servers.push(await createServer(processes, { name: `server-${place + 1}`, env }));
  }
  let balancer: Balancer | null = null;
  const { db, close: closeDatabase } = connectDatabase<Schema>({ ...ground.connection, max: 4 });
  const close = async () => {
    await balancer?.stop();
    await Promise.all(servers.map((server) => server.stop()));
    await closeDatabase();
    for (const { database, nats } of lines) await Promise.all([database.close(), nats.close()]);
  };
  try {
    for (const server of servers) await server.start();
    const ports = servers.map(({ port }) => port);
    balancer = await startHaproxy(processes, ports);
    const { url } = balancer;
    const token = await signIn(servers[0]?.url ?? url);
    const call: Cluster['call'] = (endpoint, input, at, as = token) =>
      callEndpoint(at?.url ?? url, endpoint, input, as);
    return { servers, lines, balancer, db, token, ground, call, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startLines({ postgres, nats }: Parts): Promise<Lines> {
  return {
    database: await startCutProxy({ path: postgres.socketPath }),
    nats: await startCutProxy({ host: '127.0.0.1', port: nats.port }),
  };
}

function environmentOf({ database, nats }: Lines, { connection }: Ground): Record<string, string> {
  return {
    DATABASE_URL: `postgresql://${connection.user}@127.0.0.1:${database.port}/${connection.database}`,
    NATS_URL: `nats://127.0.0.1:${nats.port}`,
  };
}

/** Signs the first admin in. */
export async function signIn(url: string, password = adminPassword): Promise<string> {
  const { status, envelope, error } = await callEndpoint(url, login, { username: 'admin', password });
  if (status !== 200) throw new Error(`The admin could not sign in: ${error}`);
  return envelope.data.token;
}

/** The ids of the devices that the console shows as Online, in order. */
export async function readOnline(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from devices d join gateway_nodes n on n.id = d.gateway_node_id and n.alive_until > now()
    where d.left_at is null order by d.id`.execute(db);
  return rows.map(({ id }) => id);
}
