import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startRun, type RunAction } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../shared/schema/schema.ts';
import type { KillableServer } from './killable-server.ts';

const fleetPath = fileURLToPath(new URL('../../../../device/src/load.ts', import.meta.url));

/** A fleet of phones in a process of its own, which answer at once and connect again whenever the server is back. */
export interface FaultFleet {
  deviceIds: readonly number[];
  /** Connects all phones again at once. By themselves they wait up to half a minute after several failures. */
  reconnect(): Promise<void>;
  stop(): Promise<void>;
}

/** Inserts devices directly into the tables, and starts the phones that play them. */
export async function startFaultFleet(
  { services: { db }, url, dataDir }: KillableServer,
  size: number,
): Promise<FaultFleet> {
  const places = Array.from({ length: size }, (_, place) => place);
  const tokens = places.map((place) => createHash('sha256').update(`faults/${place}`).digest('base64url'));
  const { rows } = await sql<{ id: number; uuid: string }>`
    with people as (
      insert into users (username, user_type, admin_role)
      select 'fault-' || place, 'USER', 'NON_ADMIN' from generate_series(1, ${size}) as place order by place returning id
    ), numbered as (select id, row_number() over (order by id) as place from people)
    insert into devices (unique_uuid, user_id, token_hash, name, model, os_name, os_version, app_name, app_version, capabilities)
    select gen_random_uuid(), numbered.id, t.hash, 'Phone', 'Model', 'Android', '16', 'Fairwatch', '1.0.20',
      '{CONTACTS,APPS,NOTIFICATIONS}'
    from unnest(${tokens.map((token) => createHash('sha256').update(token).digest())}::bytea[]) with ordinality as t (hash, place)
      join numbered using (place)
    order by place returning id, unique_uuid as uuid`.execute(db);
  const phones = rows.map(({ id, uuid }, place) => [
    place,
    { deviceId: id, deviceUniqueUUID: uuid, token: tokens[place] },
  ]);
  const stateFile = join(dataDir, 'fault-fleet.json');
  await writeFile(stateFile, JSON.stringify({ seed: 'faults', phones: Object.fromEntries(phones) }), { mode: 0o600 });
  const args = ['--url', url, '--devices', String(size), '--state', stateFile, '--rows', '1', '--quiet'];
  const start = () => {
    const child = spawn(process.execPath, [fleetPath, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    return { child, exited: once(child, 'exit') };
  };
  let playing = start();
  const stop = async () => {
    playing.child.kill('SIGKILL');
    await playing.exited;
  };
  return {
    deviceIds: rows.map(({ id }) => id),
    stop,
    async reconnect() {
      await stop();
      playing = start();
    },
  };
}

const actions: readonly RunAction[] = [
  { action: 'UPDATE', commands: ['UPDATE_CONTACTS', 'UPDATE_APPS'] },
  { action: 'UPDATE', commands: ['UPDATE_APPS'] },
  { action: 'NOTIFY', title: 'Title', message: 'Message', type: 'INFO' },
];
const stepsOf = (action: RunAction | undefined) => (action?.action === 'UPDATE' ? action.commands.length : 1);

/** Keeps a run over all devices under way, as an admin does who presses again whenever the answer was lost. */
export function createRunTraffic(server: KillableServer, { deviceIds }: FaultFleet) {
  const started: { clientId: string; action: RunAction }[] = [];

  async function tryToStart({ clientId, action }: (typeof started)[number]): Promise<boolean> {
    try {
      const selection = { by: 'DEVICES' as const, deviceIds: [...deviceIds] };
      return (await server.api(startRun, { clientId, selection, action })).status === 200;
    } catch {
      // The server is down.
      return false;
    }
  }

  return {
    started,
    /** Begins the next run: true once it was acknowledged; else call it again, which repeats the same request. */
    begin: async (isRepeated: boolean): Promise<boolean> => {
      if (!isRepeated) {
        const action = actions[started.length % actions.length] as RunAction;
        started.push({ clientId: randomUUID(), action });
      }
      const last = started.at(-1);
      return last !== undefined && (await tryToStart(last));
    },
    /** How many items all acknowledged runs have. */
    expectedItems: () => started.reduce((sum, { action }) => sum + stepsOf(action) * deviceIds.length, 0),
  };
}

/** Installs a trigger that records each end of an item, and each change after its end. */
export async function keepRunEvidence(db: Database): Promise<void> {
  await sql`create table item_ends (item_id bigint not null)`.execute(db);
  await sql`
    create function note_item_end() returns trigger language plpgsql as $$
    begin
      insert into item_ends (item_id) values (new.id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger run_items_end after insert or update on run_items
      for each row when (new.finished_at is not null) execute function note_item_end()`.execute(db);
}

export interface RunTotals {
  runs: number;
  unfinished: number;
  items: number;
  ended: number;
  done: number;
  commands: number;
}

export async function countRuns(db: Database): Promise<RunTotals> {
  const { rows } = await sql<RunTotals>`
    select (select count(*) from runs)::int as runs, (select count(*) from runs where finished_at is null)::int as unfinished,
      count(*)::int as items, count(finished_at)::int as ended, count(*) filter (where state = 'DONE')::int as done,
      (select count(*) from commands where run_item_id is not null)::int as commands
    from run_items`.execute(db);
  return rows[0] ?? { runs: 0, unfinished: 0, items: 0, ended: 0, done: 0, commands: 0 };
}

/**
 * Lists violations of the guarantees: every item has ended exactly once, as its only command did; every command and notification is in the
 * log exactly once; every run was announced once.
 */
export async function findRunLosses(db: Database): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select 'item ' || i.id || ' is ' || i.state || ' and ended ' || e.times || ' times' as fault
    from run_items i cross join lateral (select count(*) as times from item_ends where item_id = i.id) as e
    where e.times <> 1
    union all
    select 'item ' || i.id || ' is ' || i.state || ' with ' || c.commands || ' commands, its own ' || coalesce(c.step, 'missing')
    from run_items i cross join lateral (
      select count(*) as commands, max(step) filter (where id = i.command_id) as step from commands where run_item_id = i.id) as c
    where i.kind = 'COMMAND' and i.state <> 'SKIPPED' and (c.commands <> 1 or c.step is distinct from i.state)
    union all
    select 'command ' || c.id || ' is in the log ' || a.times || ' times'
    from commands c cross join lateral (
      select count(*) as times from audit_entries a where a.device_id = c.device_id and a.action = 'COMMAND'
        and (a.details ->> 'commandId')::bigint = c.id) as a
    where a.times <> 1
    union all
    select 'run ' || r.id || ' sent ' || n.entries || ' notifications for ' || n.items || ' items'
    from runs r cross join lateral (
      select (select count(*) from run_items i where i.run_id = r.id and i.state = 'DONE') as items,
        (select count(*) from audit_entries a where a.action = 'NOTIFY' and (a.details ->> 'runId')::bigint = r.id) as entries) as n
    where r.action = 'NOTIFY' and n.items <> n.entries
    union all
    select n.sent || ' notifications are stored, and ' || n.logged || ' are in the log'
    from (select (select count(*) from push_notifications) as sent,
      (select count(*) from audit_entries where action = 'NOTIFY') as logged) as n where n.sent <> n.logged
    union all
    select 'run ' || r.id || ' was announced ' || t.times || ' times'
    from runs r cross join lateral (select count(*) as times from notifications n where n.link = '/runs/' || r.id) as t
    where t.times <> 1`.execute(db);
  return rows.map(({ fault }) => fault);
}
