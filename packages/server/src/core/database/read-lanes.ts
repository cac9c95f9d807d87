import { Client, type PoolConfig } from 'pg';

/** A short query that PostgreSQL knows by its name, with what is filled in. */
export interface Read {
  name: string;
  text: string;
  values: unknown[];
}

interface Waiting extends Read {
  answer: PromiseWithResolvers<unknown[]>;
}

/** Connections on which reads follow one another without waiting for each other's answer. */
export interface ReadLanes {
  ask(read: Read): Promise<unknown[]>;
  close(): Promise<void>;
}

/** More would only take turns on the processors that PostgreSQL has for one server's short reads. */
const laneCount = 2;

/**
 * Takes short reads that are asked very often past the pool, where each would hold a connection for itself. Those that
 * come in one turn of the event loop are sent together, and the same question only once: when something changes, every
 * open console asks for the same page. Nobody gets an answer that was read before they asked.
 */
export function openReadLanes(config: PoolConfig): ReadLanes {
  const lanes = Array.from({ length: laneCount }, () => openLane(config));
  let waiting = new Map<string, Waiting>();
  let sent = 0;

  function send(): void {
    const reads = waiting;
    waiting = new Map();
    for (const read of reads.values()) {
      sent += 1;
      void lanes[sent % laneCount]?.ask(read).then(read.answer.resolve, read.answer.reject);
    }
  }

  return {
    ask(read) {
      const key = JSON.stringify([read.name, read.values]);
      const asked = waiting.get(key) ?? { ...read, answer: Promise.withResolvers<unknown[]>() };
      if (waiting.size === 0) setImmediate(send);
      waiting.set(key, asked);
      return asked.answer.promise;
    },
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

/** One connection, opened with its first read, and anew after it broke. */
function openLane(config: PoolConfig) {
  let connection: Promise<Client> | null = null;
  const forget = () => (connection = null);

  async function connect(): Promise<Client> {
    const client = new Client({ ...config, pipeline: true });
    // What was under way fails with its own error; the next read opens another connection.
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
    async ask({ name, text, values }: Read): Promise<unknown[]> {
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
