import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { Client, Pool, types as pgTypes, type ClientConfig, type PoolClient, type PoolConfig } from 'pg';
import { DatabaseGone } from './database-gone.ts';
import { nameOf } from './named-query.ts';
import { openReadPipeline, searchLimits, type ReadLimits, type ReadPipeline } from './read-pipeline.ts';

/** Returns the PostgreSQL settings of a new connection. */
export type SessionSettings = () => Readonly<Record<string, string>>;

/** An open connection pool; `Schema` has the types of the tables. */
export interface Connection<Schema> {
  db: Kysely<Schema>;
  close(): Promise<void>;
}

/** The connections of a pool now, and how many broke since it was opened. */
export interface PoolFigures {
  total: number;
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
  broken: number;
}

/** The figures of each open pool, by its query builder. */
const figuresOf = new WeakMap<object, () => PoolFigures>();

/** Reads how many connections the pool of this database has; null for a database without a pool. */
export function poolFigures(db: object): PoolFigures | null {
  return figuresOf.get(db)?.() ?? null;
}

const bigintType = 20;

// Every bigint of this database is an id or a count, far below 2^53, so a JavaScript number is exact.
const types: PoolConfig['types'] = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === bigintType && format !== 'binary' ? Number : pgTypes.getTypeParser(oid, format as 'text'),
};

interface ConnectOptions {
  /** Called before each query. While it returns false, queries fail with `DatabaseGone`. */
  mayConnect?: () => boolean;
  /** Sent when a connection is opened. A secret among them is part of no statement, so PostgreSQL never logs it. */
  settings?: SessionSettings;
}

/** The maximum age of a connection, so that settings that change daily reach all of them. */
const longestLifeSeconds = 3600;

/** Opens a connection pool. The first query opens the first connection. */
export function connectDatabase<Schema>(
  target: string | PoolConfig,
  { mayConnect = () => true, settings }: ConnectOptions = {},
): Connection<Schema> {
  const config = typeof target === 'string' ? { connectionString: target } : target;
  const pool = new Pool({
    max: 10,
    connectionTimeoutMillis: 10_000,
    maxLifetimeSeconds: longestLifeSeconds,
    ...config,
    types,
    ...(settings && { Client: clientWith(settings) }),
  });
  let broken = 0;
  const onBroken = () => void (broken += 1);
  // The pool removes an idle connection that breaks; the next query opens another or reports the failure.
  pool.on('error', () => {});
  // A connection that breaks in use fails its query. Without a listener, Node would also end the process.
  pool.on('connect', (client) => void client.on('error', onBroken));
  const openPipeline = (limits?: ReadLimits): ReadPipeline => {
    const pipeline = openReadPipeline({ connectionTimeoutMillis: 10_000, ...config, types }, limits);
    return { ...pipeline, run: async (read) => (mayConnect() ? await pipeline.run(read) : refuseQuery()) };
  };
  const readPipeline = openPipeline();
  const searchPipeline = openPipeline(searchLimits);
  const db = Object.assign(
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool: withPreparedQueries(pool, mayConnect) }) }),
    { readPipeline, searchPipeline },
  );
  figuresOf.set(db, () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, broken }));
  const close = async () => {
    await Promise.all([db.destroy(), readPipeline.close(), searchPipeline.close()]);
  };
  return { db, close };
}

/** A client class that adds these settings to those of the connection string and the environment. */
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

/** A query builder over a connection that the caller has opened and closes. */
export function databaseOver<Schema>(client: Client): Kysely<Schema> {
  const only = { query: client.query.bind(client) as PostgresPoolClient['query'], release: () => {} };
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: { connect: async () => only, end: async () => {} } }),
  });
}

/** Opens a single connection outside of the pool, with the pool's type parsers. */
export async function connectClient(target: PoolConfig): Promise<Client> {
  const client = new Client({ ...target, types });
  // The pending query reports the failure; without a listener, Node would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Wraps the pool so that named queries run as prepared statements. */
function withPreparedQueries(pool: Pool, mayConnect: () => boolean): PostgresPool {
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
  // Kysely's type also allows cursors, which this server does not use.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
}
