import { Client, type PoolConfig } from 'pg';

/** A named query with its parameters. */
export interface Read {
  name: string;
  text: string;
  values: unknown[];
}

interface Waiting extends Read {
  result: PromiseWithResolvers<unknown[]>;
}

/** Pipelined connections: a query is sent without waiting for the results of those before it. */
export interface ReadPipeline {
  run(read: Read): Promise<unknown[]>;
  close(): Promise<void>;
}

/** Short reads are bound by PostgreSQL's CPU time, so more connections bring nothing. */
const connectionCount = 2;

/**
 * Runs short, frequent reads outside of the pool, where each would occupy a connection. Reads of one event loop iteration are sent
 * together, and identical ones only once, because every open page reads the same list again after a change. A result is never
 * older than the call.
 */
export function openReadPipeline(config: PoolConfig): ReadPipeline {
  const connections = Array.from({ length: connectionCount }, () => openPipelinedConnection(config));
  let waiting = new Map<string, Waiting>();
  let sent = 0;

  function send(): void {
    const reads = waiting;
    waiting = new Map();
    for (const read of reads.values()) {
      sent += 1;
      void connections[sent % connectionCount]?.run(read).then(read.result.resolve, read.result.reject);
    }
  }

  return {
    run(read) {
      const key = JSON.stringify([read.name, read.values]);
      const queued = waiting.get(key) ?? { ...read, result: Promise.withResolvers<unknown[]>() };
      if (waiting.size === 0) setImmediate(send);
      waiting.set(key, queued);
      return queued.result.promise;
    },
    async close() {
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
}

/** A connection that is opened by its first read, and reopened by the first read after it broke. */
function openPipelinedConnection(config: PoolConfig) {
  let connection: Promise<Client> | null = null;
  const forget = () => (connection = null);

  async function connect(): Promise<Client> {
    const client = new Client({ ...config, pipeline: true });
    // Pending reads fail with their own errors; the next read opens another connection.
    client.on('error', forget);
    client.on('end', forget);
    try {
      await client.connect();
      return client;
    } catch (error) {
      forget();
      throw error;
    }
  }

  return {
    async run({ name, text, values }: Read): Promise<unknown[]> {
      connection ??= connect();
      const client = await connection;
      const { rows } = await client.query<Record<string, unknown>>({ name, text, values });
      return rows;
    },
    async close(): Promise<void> {
      const client = await connection?.catch(() => null);
      await client?.end();
    },
  };
}
