import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { Client, Pool, types as pgTypes, type ClientConfig, type PoolClient, type PoolConfig } from 'pg';
import type { SessionSettings } from '../audit-key.ts';
import { DatabaseGone } from './database-gone.ts';
import { nameOf, readOver } from './named-query.ts';
import { openReadLanes } from './read-lanes.ts';
import type { Database, Schema } from './schema.ts';

/** An open database. */
export interface Connection {
  db: Database;
  close(): Promise<void>;
}

const bigintType = 20;

// Every bigint here is an id or a count, far below the 2^53 where a number would lose digits.
const types: PoolConfig['types'] = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === bigintType && format !== 'binary' ? Number : pgTypes.getTypeParser(oid, format as 'text'),
};

interface ConnectOptions {
  /** Asked before each query; while it says no, queries fail as if PostgreSQL were not there. */
  mayConnect?: () => boolean;
  /** Settings of each connection. They carry the audit log's key: without them nothing can be written to the log. */
  settings?: SessionSettings;
}

/** Connections are opened anew this often, so that they know the key of the day. */
const longestLifeSeconds = 3600;

/** Opens a pool to PostgreSQL. Nothing connects before the first query. */
export function connectDatabase(
  target: string | PoolConfig,
  { mayConnect = () => true, settings }: ConnectOptions = {},
): Connection {
  const config = typeof target === 'string' ? { connectionString: target } : target;
  const pool = new Pool({
    max: 10,
    connectionTimeoutMillis: 10_000,
    maxLifetimeSeconds: longestLifeSeconds,
    ...config,
    types,
    ...(settings && { Client: clientWith(settings) }),
  });
  // A connection that breaks while idle leaves the pool by itself; the next query opens another or reports the failure.
  pool.on('error', () => {});
  // One that breaks while in use fails its query; without a listener it would also end the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: remembering(pool, mayConnect) }) });
  const lanes = openReadLanes({ connectionTimeoutMillis: 10_000, ...config, types });
  readOver(db, { ...lanes, ask: async (read) => (mayConnect() ? await lanes.ask(read) : refuseQuery()) });
  const close = async () => {
    await Promise.all([db.destroy(), lanes.close()]);
  };
  return { db, close };
}

/** A client that opens its connection with settings, beside those that the address or the environment asks for. */
function clientWith(settings: SessionSettings): typeof Client {
  return class extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      const { connectionParameters } = this as unknown as { connectionParameters: { options?: string } };
      const added = Object.entries(settings()).map(([name, value]) => `-c ${name}=${value}`);
      connectionParameters.options = [connectionParameters.options ?? '', ...added].join(' ').trim();
    }
  };
}

/** The queries of one connection that somebody else opened and will close. */
export function databaseOver(client: Client): Database {
  const only = { query: client.query.bind(client) as PostgresPoolClient['query'], release: () => {} };
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: { connect: async () => only, end: async () => {} } }),
  });
}

/** One connection of its own, which reads values as the pool does. */
export async function connectClient(target: PoolConfig): Promise<Client> {
  const client = new Client({ ...target, types });
  // Whoever waits for a query hears of it there.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The pool with connections on which PostgreSQL remembers the queries that have a name. */
function remembering(pool: Pool, mayConnect: () => boolean): PostgresPool {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      if (!mayConnect()) refuseQuery();
      const client = await pool.connect();
      const known = clients.get(client) ?? rememberingClient(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

function refuseQuery(): never {
  throw new DatabaseGone();
}

function rememberingClient(client: PoolClient): PostgresPoolClient {
  const query = (text: string, values: unknown[] = []) => {
    const name = nameOf(text);
    return name === undefined ? client.query(text, values) : client.query({ name, text, values });
  };
  // Cursors, the other way to ask, are not used here.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
}
