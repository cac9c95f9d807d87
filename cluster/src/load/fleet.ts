import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../../packages/server/src/shared/schema/schema.ts';
import { nextMessage, until, type OwnProcesses } from '../core/own-processes.ts';

/** A phone that has joined, and the address that it connects to. */
export interface FleetPhone {
  deviceId: number;
  token: string;
  url: string;
}

export type FleetQuestion =
  | { ask: 'begin'; phones: readonly FleetPhone[]; rows: number }
  | { ask: 'state' }
  | { ask: 'stay-away' | 'hang-up' | 'come-back'; deviceIds: readonly number[] };

export interface FleetState {
  /** The devices that a server has welcomed and whose socket is open. */
  connected: number[];
  /** How many were told never to come back. */
  refused: number;
}

export interface Fleet {
  deviceIds: readonly number[];
  phones: readonly FleetPhone[];
  state(): Promise<FleetState>;
  /** These phones do not connect again when their connection ends. */
  stayAway(deviceIds: readonly number[]): Promise<void>;
  /** These phones end their connection, and stay away. */
  hangUp(deviceIds: readonly number[]): Promise<void>;
  comeBack(deviceIds: readonly number[]): Promise<void>;
  /** Waits until all of them are connected. Resolves with the milliseconds that it took. */
  untilConnected(withinMs?: number): Promise<number>;
  stop(): Promise<void>;
}

interface FleetOptions {
  db: Database;
  size: number;
  /** The addresses, given out in turn. */
  urls: readonly string[];
  /** How many rows each answer has. */
  rows?: number;
}

/** A process may not have more open files than this; a larger fleet is played by several. */
const phonesPerProcess = 10_000;
const connectWithinMs = 120_000;
const program = path.join(import.meta.dirname, 'fleet.process.ts');

/** Inserts devices directly into the tables, and starts the phones that play them. */
export async function startFleet(processes: OwnProcesses, options: FleetOptions): Promise<Fleet> {
  const { db, size, urls, rows = 1 } = options;
  const enrolled = await enrolPhones(db, size);
  return await playPhones(
    processes,
    enrolled.map(({ deviceId, token }, place) => ({ deviceId, token, url: urls[place % urls.length] ?? '' })),
    rows,
  );
}

/** Starts the phones of devices that are in the tables already. */
export async function playPhones(processes: OwnProcesses, phones: readonly FleetPhone[], rows: number): Promise<Fleet> {
  const groups = Array.from({ length: Math.ceil(phones.length / phonesPerProcess) }, (_, place) =>
    phones.slice(place * phonesPerProcess, (place + 1) * phonesPerProcess),
  );
  const players = await Promise.all(groups.map((group) => startPlayer(processes, group, rows)));
  const deviceIds = phones.map(({ deviceId }) => deviceId);
  const toAll = async (question: FleetQuestion): Promise<FleetState> => {
    const states = await Promise.all(players.map((player) => player.ask(question)));
    return {
      connected: states.flatMap(({ connected }) => connected),
      refused: states.reduce((sum, { refused }) => sum + refused, 0),
    };
  };
  return {
    deviceIds,
    phones,
    state: () => toAll({ ask: 'state' }),
    stayAway: async (chosen) => void (await toAll({ ask: 'stay-away', deviceIds: chosen })),
    hangUp: async (chosen) => void (await toAll({ ask: 'hang-up', deviceIds: chosen })),
    comeBack: async (chosen) => void (await toAll({ ask: 'come-back', deviceIds: chosen })),
    untilConnected: (withinMs = connectWithinMs) =>
      until('all phones are connected', withinMs, async () => {
        return (await toAll({ ask: 'state' })).connected.length === phones.length;
      }),
    stop: async () => void (await Promise.all(players.map((player) => player.stop()))),
  };
}

async function startPlayer(processes: OwnProcesses, phones: readonly FleetPhone[], rows: number) {
  const running = processes.fork(program);
  let last: Promise<unknown> = Promise.resolve();
  /** One question at a time, so that each answer is known to belong to its question. */
  const ask = (question: FleetQuestion): Promise<FleetState> => {
    const answered = last.then(() => {
      const answer = nextMessage<FleetState>(running);
      running.child.send(question);
      return answer;
    });
    last = answered.catch(() => undefined);
    return answered;
  };
  await ask({ ask: 'begin', phones, rows });
  return { ask, stop: () => running.end('SIGKILL') };
}

/** Inserts devices that share contacts and apps, each with a person of its own. */
async function enrolPhones(db: Database, size: number): Promise<Omit<FleetPhone, 'url'>[]> {
  const batch = randomBytes(4).toString('hex');
  const tokens = Array.from({ length: size }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  const { rows } = await sql<{ id: number }>`
    with people as (
      insert into users (username, user_type, admin_role)
      select ${`phone-${batch}-`} || place, 'USER', 'NON_ADMIN' from generate_series(1, ${size}::int) as place
      order by place returning id
    ), numbered as (select id, row_number() over (order by id) as place from people)
    insert into devices (unique_uuid, user_id, token_hash, name, model, os_name, os_version, app_name, app_version, capabilities)
    select gen_random_uuid(), numbered.id, t.hash, 'Phone', 'Model', 'Android', '16', 'Fairwatch', '1.0.20',
      '{CONTACTS,APPS,NOTIFICATIONS}'
    from unnest(${hashes}::bytea[]) with ordinality as t (hash, place) join numbered using (place)
    order by place returning id`.execute(db);
  await sql`analyze users, devices`.execute(db);
  return rows.map(({ id }, place) => ({ deviceId: id, token: tokens[place] ?? '' }));
}
