import { contacts } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../../packages/server/src/shared/schema/schema.ts';
import { runCommand } from '../../../packages/server/src/testing/servers/run-command.ts';
import { readOnline, type Cluster } from '../core/cluster.ts';
import { until } from '../core/own-processes.ts';
import type { Fleet } from './fleet.ts';
import type { Accepted } from './traffic.ts';
import type { Witness } from './witness.ts';

/** What the ledger compares with the database. */
export interface Evidence {
  accepted: readonly Accepted[];
  fleet?: Fleet;
  witnesses?: readonly Witness[];
}

/** What the ledger must reach: the database, and the environment of a server for `npm run audit:verify`. */
type Reached = Pick<Cluster, 'db' | 'servers'>;

const settleWithinMs = 90_000;
const presenceWithinMs = 30_000;
/** So many faults are told; a broken cluster has thousands of the same kind. */
const toldFaults = 5;

/** Installs triggers that record each end of a command and each change after it, in a schema that backups do not see. */
export async function keepEvidence(db: Database): Promise<void> {
  await sql`create schema evidence`.execute(db);
  await sql`create table evidence.ends (command_id bigint not null, step text not null)`.execute(db);
  await sql`
    create function evidence.note_end() returns trigger language plpgsql as $$
    begin
      insert into evidence.ends (command_id, step) values (new.id, new.step);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger commands_end after insert or update on commands
      for each row when (new.finished_at is not null) execute function evidence.note_end()`.execute(db);
}

/** Checks every promise of the cluster after a fault, and lists what was broken. */
export async function findFaults(cluster: Reached, evidence: Evidence): Promise<string[]> {
  const faults = [
    ...(await findCommandFaults(cluster, evidence)),
    ...(await findDeviceFaults(cluster, evidence)),
    ...(await findPresenceFaults(cluster, evidence)),
    ...(await findAuditFaults(cluster)),
  ];
  return faults.length <= toldFaults
    ? faults
    : [...faults.slice(0, toldFaults), `and ${faults.length - toldFaults} more`];
}

/** Every command that was accepted has ended as DONE, every command at all has ended at most once, and is in the log once. */
async function findCommandFaults({ db }: Reached, { accepted }: Evidence): Promise<string[]> {
  const ids = accepted.map(({ id }) => id);
  const open = async () => {
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from unnest(${ids}::bigint[]) as asked (id) join commands c using (id)
      where c.finished_at is null`.execute(db);
    return rows[0]?.open ?? 0;
  };
  await until('every accepted command has ended', settleWithinMs, async () => (await open()) === 0, 200).catch(
    () => undefined,
  );
  const { rows } = await sql<{ fault: string }>`
    select 'command ' || asked.id || ' was accepted and is ' || coalesce(c.step, 'gone') || coalesce(': ' || c.error_details, '') as fault
    from unnest(${ids}::bigint[]) as asked (id) left join commands c using (id) where c.step is distinct from 'DONE'
    union all
    select 'command ' || command_id || ' ended ' || count(*) || ' times'
    from evidence.ends group by command_id having count(*) > 1
    union all
    select 'command ' || c.id || ' is in the log ' || coalesce(logged.times, 0) || ' times'
    from commands c left join (
      select (details ->> 'commandId')::bigint as id, count(*) as times from audit_entries where action = 'COMMAND' group by 1
    ) as logged using (id)
    where logged.times is distinct from 1`.execute(db);
  return rows.map(({ fault }) => fault);
}

interface StoredDevice {
  capabilities: string[];
  paused: boolean;
  rows: number;
  names: string[];
}

/** Nothing was carried out twice; each device's rows are those of one answer; no consent is wider than the device's own. */
async function findDeviceFaults({ db }: Reached, { witnesses = [] }: Evidence): Promise<string[]> {
  const faults: string[] = [];
  for (const { deviceId, applied, client, rows } of witnesses) {
    for (const [commandId, times] of applied) {
      if (times > 1) faults.push(`device ${deviceId} carried out command ${commandId} ${times} times`);
    }
    const { rows: found } = await sql<StoredDevice>`
      select d.capabilities, d.paused_at is not null as paused, count(c.*) as rows,
        coalesce(array_agg(distinct c.name) filter (where c.name is not null), '{}') as names
      from devices d left join contacts c on c.device_id = d.id where d.id = ${deviceId} group by d.id`.execute(db);
    const stored = found[0];
    if (stored === undefined) {
      faults.push(`device ${deviceId} is gone`);
      continue;
    }
    if (applied.size > 0 && (stored.rows !== rows || stored.names.length !== 1)) {
      faults.push(`device ${deviceId} has ${stored.rows} rows of ${stored.names.length} answers in ${contacts.id}`);
    }
    const { capabilities, paused } = client.grants;
    const wider = stored.capabilities.filter((name) => !(capabilities as readonly string[]).includes(name));
    if (wider.length > 0) faults.push(`device ${deviceId} shares ${wider.join(', ')} on the server only`);
    if (paused && !stored.paused) faults.push(`device ${deviceId} is paused, and the server does not know`);
  }
  return faults;
}

/** Who is shown as Online is connected, and the other way round. */
async function findPresenceFaults({ db }: Reached, { fleet, witnesses = [] }: Evidence): Promise<string[]> {
  const expected = [...(fleet?.deviceIds ?? []), ...witnesses.map(({ deviceId }) => deviceId)];
  const compare = async () => {
    const online = new Set(await readOnline(db));
    const connected = new Set([
      ...((await fleet?.state())?.connected ?? []),
      ...witnesses.filter((witness) => witness.isConnected()).map(({ deviceId }) => deviceId),
    ]);
    return [
      ...[...online].filter((id) => !connected.has(id)).map((id) => `device ${id} is Online and not connected`),
      ...[...connected].filter((id) => !online.has(id)).map((id) => `device ${id} is connected and not Online`),
      ...expected.filter((id) => !connected.has(id)).map((id) => `device ${id} did not come back`),
    ];
  };
  let faults = await compare();
  await until(
    'presence is true',
    presenceWithinMs,
    async () => {
      faults = await compare();
      return faults.length === 0;
    },
    250,
  ).catch(() => undefined);
  const refused = (await fleet?.state())?.refused ?? 0;
  return refused === 0 ? faults : [...faults, `${refused} devices were told never to come back`];
}

/** `npm run audit:verify`, with the environment of the first server. */
async function findAuditFaults({ servers }: Reached): Promise<string[]> {
  const { code, output } = await runCommand('audit-verify', [], { ...servers[0]?.env });
  return code === 0 ? [] : [`audit:verify ended with ${code}: ${output.trim().split('\n').slice(0, 3).join(' | ')}`];
}
