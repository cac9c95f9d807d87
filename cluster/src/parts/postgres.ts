import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Client, type PoolConfig } from 'pg';
import { startEmbeddedPostgres } from '../../../packages/server/src/core/database/embedded/embedded-postgres.ts';
import type { OwnProcesses } from '../core/own-processes.ts';

/** The PostgreSQL of all servers, the one that the product embeds. */
export interface Postgres {
  /** The path of its socket. */
  socketPath: string;
  /** The id of its first process. */
  pid(): number;
  /** Creates an empty database, and returns how to reach it from this process. */
  createDatabase(name: string): Promise<PoolConfig>;
  /** Stops it, ending all connections, and starts it again. */
  restart(): Promise<void>;
  /** Ends it without warning, as a power cut does, and starts it again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Enough for the pools of several servers. */
const settings = { max_connections: '200' };
const port = 5432;

export async function startPostgres(processes: OwnProcesses): Promise<Postgres> {
  const dataDir = path.join(processes.folder, 'postgres');
  await mkdir(dataDir, { mode: 0o755 });
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
  const pid = () => Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  let forget: (() => void) | null = null;
  const start = async () => {
    const started = await startEmbeddedPostgres(dataDir, { settings });
    // An immediate shutdown: its other processes end with the first.
    forget = processes.adopt(pid(), 'SIGQUIT');
    return started;
  };
  let running = await start();
  const stop = async () => {
    await running.stop();
    forget?.();
  };
  return {
    socketPath: path.join(String(running.connection.host), `.s.PGSQL.${port}`),
    pid,
    stop,
    async createDatabase(name) {
      const client = new Client(running.connection);
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return { ...running.connection, database: name };
    },
    async restart() {
      await stop();
      running = await start();
    },
    async crash() {
      process.kill(pid(), 'SIGKILL');
      forget?.();
      running = await start();
    },
  };
}
