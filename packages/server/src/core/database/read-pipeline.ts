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

export interface ReadLimits {
  connections: number;
  /** The most reads that one connection is sent together, so that the other ones take their share. */
  readsTogether: number;
  /**
   * How long a read may take before PostgreSQL ends it, and how long all reads of a connection may take together before it is given up: a
   * network that has gone silent never ends anything.
   */
  statementMs: number;
  answerMs: number;
}
/** Short reads are bound by PostgreSQL's CPU time, so more connections bring nothing. */
const usualLimits: ReadLimits = { connections: 2, readsTogether: 32, statementMs: 10_000, answerMs: 15_000 };
/** A search may take seconds, so that none is sent behind another one. */
export const searchLimits: ReadLimits = { connections: 4, readsTogether: 1, statementMs: 60_000, answerMs: 65_000 };

/**
 * Runs short, frequent reads outside of the pool, where each would occupy a connection. What is asked for while all connections are busy
 * is sent together afterwards: waking PostgreSQL up costs more than many a read. Identical reads that wait are sent once, because every open
 * page reads the same list again after a change. A result is never older than the call. A connection that does not answer in time is given up with
 * its reads, and another one is opened: it must not keep everything that comes later waiting.
 */
export function openReadPipeline(config: PoolConfig, limits: Partial<ReadLimits> = {}): ReadPipeline {
  const { connections: count, readsTogether, ...timeouts } = { ...usualLimits, ...limits };
  const connections = Array.from({ length: count }, () => openPipelinedConnection(config, timeouts));
  const idle = [...connections];
  const waiting = new Map<string, Waiting>();
  let isPlanned = false;

  function send(): void {
    isPlanned = false;
    while (waiting.size > 0) {
      const connection = idle.shift();
      if (connection === undefined) return;
      void runAndGoOn(connection, takeReads());
    }
  }

  async function runAndGoOn(connection: PipelinedConnection, reads: readonly Waiting[]): Promise<void> {
    await connection.runAll(reads);
    idle.push(connection);
    send();
  }

  function takeReads(): Waiting[] {
    const taken: Waiting[] = [];
    for (const [key, read] of waiting) {
      if (taken.length === readsTogether) break;
      waiting.delete(key);
      taken.push(read);
    }
    return taken;
  }

  return {
    run(read) {
      const key = JSON.stringify([read.name, read.values]);
      const queued = waiting.get(key) ?? { ...read, result: Promise.withResolvers<unknown[]>() };
      waiting.set(key, queued);
      // Reads of one event loop iteration go together, too.
      if (!isPlanned && idle.length > 0) {
        isPlanned = true;
        setImmediate(send);
      }
      return queued.result.promise;
    },
    async close() {
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
}

type PipelinedConnection = ReturnType<typeof openPipelinedConnection>;

/** A connection that is opened by its first read, and reopened by the first read after it broke. */
function openPipelinedConnection(
  config: PoolConfig,
  { statementMs, answerMs }: Pick<ReadLimits, 'statementMs' | 'answerMs'>,
) {
  let connection: Promise<Client> | null = null;
  const forget = () => (connection = null);

  async function connect(): Promise<Client> {
    const client = new Client({ ...config, keepAlive: true, statement_timeout: statementMs, pipeline: true });
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
    /** Sends these reads with one call of the system; resolves when each has its result or its error. */
    async runAll(reads: readonly Waiting[]): Promise<void> {
      connection ??= connect();
      let timer: NodeJS.Timeout | undefined;
      try {
        const client = await connection;
        const { stream } = client.connection;
        timer = setTimeout(() => stream.destroy(new Error('PostgreSQL did not answer in time.')), answerMs);
        stream.cork();
        const results = reads.map(async ({ name, text, values, result }) => {
          await client
            .query<Record<string, unknown>>({ name, text, values })
            .then(({ rows }) => result.resolve(rows), result.reject);
        });
        stream.uncork();
        await Promise.all(results);
      } catch (error) {
        for (const { result } of reads) result.reject(error);
      } finally {
        clearTimeout(timer);
      }
    },
    async close(): Promise<void> {
      const client = await connection?.catch(() => null);
      await client?.end();
    },
  };
}
