import { randomUUID } from 'node:crypto';
import {
  alertedCapabilities,
  alertFacts,
  alertList,
  assignDevices,
  auditList,
  createGroup,
  previewRule,
  capabilityNames,
  commandCatalogue,
  commandTypes,
  deviceVisits,
  endpoints,
  everythingTold,
  limits,
  mapPositions,
  nonFinalCommands,
  notificationFacts,
  notificationKinds,
  notificationList,
  runItems,
  toldByNotifications,
  tryAlertRule,
  updateGroup,
  visitEntries,
  type AlertEvent,
  type Capability,
  type Endpoint,
  type Told,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { isoTime } from '../../core/database/list-sql.ts';
import { appendEntries } from '../../shared/audit/audit.store.ts';
import type { AuditEntry } from '../../shared/services/audit-log.ts';
import type { Sampled } from '../../testing/samples/endpoint-inputs.ts';
import { fillDevice } from '../../testing/samples/fill-device.ts';
import { insertZone, move, northOfSchool, setRule } from '../../testing/samples/test-alerts.ts';
import { openCommand } from '../../testing/samples/test-files.ts';
import type { TestAdmin, TestServer } from '../../testing/servers/test-server.ts';
import { joinDevice } from '../../testing/test-device.ts';

/** A word that stands in what is shared of this kind, and in whatever is derived from it, and nowhere else. */
const canaryOf = (told: Told): string => `canary-${told.toLowerCase().replaceAll('_', '-')}`;

/** When rules over this kind fired: a moment that no other row has. */
const firedAt = (told: Told): string => `2001-01-${String(10 + everythingTold.indexOf(told))}T00:00:00`;
/** A latitude that no other place has. */
const latitude = 7.654321;

/** True when an answer shows something of this kind: its word, the moment at which a rule fired, or the place. */
export function shows(text: string, told: Told): boolean {
  const isPlace = told === 'LOCATION' && text.includes(String(latitude));
  return isPlace || text.includes(canaryOf(told)) || text.includes(firedAt(told));
}

/** Where each kind of data is stored, and the columns that hold words of it. */
const stored: readonly (readonly [Told, table: string, columns: readonly string[]])[] = [
  ['CONTACTS', 'contacts', ['name']],
  ['CALL_LOG', 'call_logs', ['name']],
  ['SMS', 'messages', ['name', 'body']],
  ['CALENDAR', 'calendar_events', ['title']],
  ['GALLERY', 'gallery', ['file_name', 'album']],
  ['LOCATION', 'locations', ['address']],
  ['FILES', 'files', ['name']],
  ['FILES', 'cdn_files', ['path']],
  ['FILES', 'uploaded_files', ['name']],
  ['APPS', 'apps', ['name']],
  ['APP_PERMISSIONS', 'app_permissions', ['title']],
  ['DEVICE_INFO', 'device_info', ['value']],
  ['NOTIFICATIONS', 'push_notifications', ['title']],
];

/** What was planted, and the inputs by which some calls answer with it. */
export interface Planted {
  sampled: Sampled;
  /** Replaces the usual input of a call where that would not show this kind. */
  inputFor(endpoint: Endpoint, told: Told): Promise<object | null>;
}

/** Joins a device of this admin that has something of everything, with a canary for each kind. */
export async function plantCanaries(server: TestServer, caller: TestAdmin): Promise<Planted> {
  const device = await joinDevice(server, { ownerId: caller.userId });
  const { deviceId } = device;
  const { db } = server.services;
  const ids = await fillDevice(server, device);
  for (const [told, table, columns] of stored) {
    const set = columns.map((column) => sql`${sql.id(column)} = ${canaryOf(told)}`);
    await sql`update ${sql.id(table)} set ${sql.join(set)} where device_id = ${deviceId}`.execute(db);
  }
  await sql`update locations set latitude = ${latitude} where device_id = ${deviceId}`.execute(db);
  const details = canaryOf('DEVICE_INFO');
  await sql`update devices set nickname = ${canaryOf('DEVICE')}, model = ${details}, os_name = ${details}, address = ${details}
    where id = ${deviceId}`.execute(db);
  await sql`update tickets set title = ${canaryOf('DEVICE')} where device_id = ${deviceId}`.execute(db);
  await sql`update notifications set user_id = ${caller.userId}, title = ${canaryOf('DEVICE')} where device_id = ${deviceId}`.execute(
    db,
  );
  const [other, stranger] = [
    await server.createAdmin({ access: 'FULL_ACCESS' }),
    await server.createAdmin({ access: 'FULL_ACCESS' }),
  ];
  await sql`update users set reports_to = ${caller.userId} where id in (${other.userId}, ${stranger.userId})`.execute(
    db,
  );
  // Over the call, so that the access log names the device.
  await server.api(assignDevices, { userId: other.userId, deviceIds: [deviceId] }, caller.token);
  await sql`update approvals set asked_by = ${caller.userId}, decided_by = ${other.userId}, holds_until = now()
    where device_id = ${deviceId}`.execute(db);
  for (const told of toldByNotifications)
    if (told !== 'DEVICE') await insertNotification(server, { caller, deviceId, told });
  const runs = await plantCommands(server, caller, deviceId);
  const zoneId = await plantAlerts(server, caller, deviceId);
  // Lines of somebody else, so that later ones do not join the same visit.
  const lines = await plantLines(server, other, deviceId);
  const target = { for: 'DEVICE', deviceId } as const;
  // A part of the word, so that the rule itself does not show it.
  const byDetails = { osName: details.slice(1) };
  const special = new Map<Endpoint, (told: Told) => object | Promise<object>>([
    [auditList, () => ({ deviceId, to: lines.until, pageSize: 100 })],
    [deviceVisits, () => ({ deviceId, before: lines.last + 1 })],
    [visitEntries, () => ({ deviceId, first: lines.first, last: lines.last })],
    [runItems, (told) => ({ runId: runs.get(told) ?? runs.values().next().value })],
    [
      tryAlertRule,
      (told) => ({ target, condition: told === 'APPS' ? { on: 'APP_APPEARED' } : { on: 'ENTERS_ZONE', zoneId } }),
    ],
    // A page for all of them: commands that end meanwhile add their own before them.
    [notificationList, () => ({ pageSize: limits.page.maxSize })],
    [previewRule, () => ({ rule: byDetails })],
    [mapPositions, (told) => (told === 'DEVICE_INFO' ? { search: byDetails.osName } : {})],
    [createGroup, () => ({ name: randomUUID(), rule: byDetails })],
    [updateGroup, async () => ({ name: randomUUID(), rule: byDetails, groupId: await groupOf(server, caller) })],
    [
      nonFinalCommands,
      async (told) => {
        const type = commandOf(told) ?? 'UPDATE_CONTACTS';
        const commandId = await openCommand(server, device, type);
        const about = JSON.stringify({ object: canaryOf(told) });
        await sql`update commands set details = ${about}, subject = ${canaryOf(told)} where id = ${commandId}`.execute(
          db,
        );
        return { deviceId };
      },
    ],
  ]);
  const inputFor: Planted['inputFor'] = async (endpoint, told) => (await special.get(endpoint)?.(told)) ?? null;
  return { sampled: { caller, device, other, stranger, ids }, inputFor };
}

const commandOf = (told: Told) => commandTypes.find((type) => commandCatalogue[type].capability === told);

/** Commands of each type that have ended, singly and in a run, with what they were about. Returns a run of each kind. */
async function plantCommands(
  { services }: TestServer,
  { userId }: TestAdmin,
  deviceId: number,
): Promise<Map<Told, number>> {
  const runs = new Map<Told, number>();
  for (const type of commandTypes) {
    const { capability } = commandCatalogue[type];
    const canary = canaryOf(capability);
    const [params, details] = [JSON.stringify({ path: canary }), JSON.stringify({ object: canary })];
    const command = await sql<{ id: number }>`
      insert into commands (device_id, command_type, requested_by, expires_at, step, finished_at, params, details, error_details, subject)
      values (${deviceId}, ${type}, ${userId}, now(), 'FAILED', now(), ${params}, ${details}, ${canary}, ${canary}) returning id`.execute(
      services.db,
    );
    const { rows } = await sql<{ id: number }>`
      with run as (
        insert into runs (client_id, action, title, requested_by, devices, device_id, finished_at, counts)
        values (gen_random_uuid(), 'UPDATE', 'Update', ${userId}, 1, ${deviceId}, now(), '{}') returning id
      )
      insert into run_items (run_id, requested_by, device_id, kind, command_type, capability, state, params, details, reason, finished_at, command_id)
      select id, ${userId}, ${deviceId}, 'COMMAND', ${type}, ${capability}, 'FAILED', ${params}, ${details}, ${canary}, now(), ${command.rows[0]?.id}::bigint from run
      returning run_id as id`.execute(services.db);
    if (rows[0]) runs.set(capability, rows[0].id);
  }
  return runs;
}

const eventOf = (capability: Capability): AlertEvent =>
  (Object.keys(alertFacts) as AlertEvent[]).find((event) => alertFacts[event].capability === capability) ?? 'OFFLINE';

/** Notifies an admin of something of this kind, by bell and by mail. Returns the id of the notification. */
export async function insertNotification(
  { services }: TestServer,
  { caller, deviceId, told }: { caller: TestAdmin; deviceId: number; told: Told },
): Promise<number> {
  const kind = notificationKinds.find((each) => (notificationFacts[each].tells as readonly Told[]).includes(told));
  const { rows } = await sql<{ id: number }>`
    insert into notifications (user_id, kind, title, message, device_id, tells, mail_due)
    values (${caller.userId}, ${kind}, ${canaryOf(told)}, '', ${deviceId}, ${told}, true) returning id`.execute(
    services.db,
  );
  return rows[0]?.id ?? 0;
}

/** An empty group of this admin. */
async function groupOf({ services }: TestServer, { userId }: TestAdmin): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into groups (owner_id, name, colour) values (${userId}, gen_random_uuid()::text, 'gray') returning id`.execute(
    services.db,
  );
  return rows[0]?.id ?? 0;
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** Rules of the admin over each kind that rules read, each of which has fired. Returns the zone, into which the device went. */
async function plantAlerts(server: TestServer, caller: TestAdmin, deviceId: number): Promise<number> {
  const zoneId = await insertZone(server, { ownerId: caller.userId });
  const conditions = {
    ENTERS_ZONE: { on: 'ENTERS_ZONE', zoneId },
    BATTERY_BELOW: { on: 'BATTERY_BELOW', percent: 1 },
    APP_APPEARED: { on: 'APP_APPEARED', app: 'nothing' },
  } as const;
  for (const capability of alertedCapabilities) {
    const event = eventOf(capability) as keyof typeof conditions;
    const target = { for: 'DEVICE', deviceId } as const;
    const { id } = await setRule(server, conditions[event], { target, token: caller.token });
    await sql`
      with fired as (
        insert into alerts (rule_id, rule_name, event, capability, device_id, words, began_at, ended_at, told_at, over_told_at)
        values (${id}, 'After lessons', ${event}, ${capability}, ${deviceId}, ${canaryOf(capability)},
          ${`${firedAt(capability)}Z`}, now(), now(), now())
        returning id
      )
      insert into alert_readers (user_id, alert_id) select ${caller.userId}, id from fired`.execute(server.services.db);
  }
  await move(server, deviceId, [
    { ...northOfSchool(5000), at: hoursAgo(3) },
    { ...northOfSchool(0), at: hoursAgo(2) },
  ]);
  return zoneId;
}

function readLine(by: TestAdmin, deviceId: number, capability: Capability): AuditEntry {
  const read = endpoints.find(({ device }) => device?.capability === capability && device.action === 'READ');
  const [actorId, actorName, canary] = [by.userId, by.username, canaryOf(capability)];
  const details = { object: canary, search: canary, count: 7 };
  return { deviceId, actorId, actorName, action: 'READ', subject: read?.path ?? '', details };
}

function firedLine(by: TestAdmin, deviceId: number, capability: Capability): AuditEntry {
  const details = { what: 'rang', rule: 'After lessons', words: canaryOf(capability), capability };
  return { deviceId, actorId: by.userId, actorName: by.username, action: 'ALERT', subject: alertList.path, details };
}

/** Lines of the log about each kind: a read, and for what rules read also that one fired. Returns where they stand in it. */
async function plantLines({ services: { db } }: TestServer, by: TestAdmin, deviceId: number) {
  await appendEntries(db, [
    ...capabilityNames.map((capability) => readLine(by, deviceId, capability)),
    ...alertedCapabilities.map((capability) => firedLine(by, deviceId, capability)),
  ]);
  const { rows } = await sql<{ first: number; last: number; until: string }>`
    select min(sequence) as first, max(sequence) as last, ${isoTime(sql`max(recorded_at) + interval '1 millisecond'`)} as until
    from audit_entries where device_id = ${deviceId} and actor_id = ${by.userId}`.execute(db);
  if (rows[0] === undefined) throw new Error('Nothing was written.');
  return rows[0];
}
