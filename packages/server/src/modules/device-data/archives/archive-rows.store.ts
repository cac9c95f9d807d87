import { captureKinds, commandCatalogue, type CaptureKind } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import { isTargetOf } from '../../../shared/watches/target-sql.ts';
import { alertParts } from './archive-alerts.store.ts';
import { logParts } from './archive-log.store.ts';
import { byName, partOf, type ArchivePart, type Json, type ShownPart } from './archive-part.ts';

/**
 * Makes the part for a feature's rows as the device sent them. An archive for an admin has the same masks as the console's
 * pages.
 */
export function featurePart({ feature, name, masked, columns, sortOf }: RowTable): ArchivePart {
  const row = sql`to_jsonb(t) - 'device_id' - ${Object.values(masked)}::text[]`;
  const masks = Object.entries(masked).map(
    ([column, mask]) =>
      sql`jsonb_build_object(${sql.lit(column)}::text, coalesce(${sql.id('t', mask)}, ${sql.id('t', column)}))`,
  );
  const [sortBy = ''] = feature.sortBy;
  return partOf(`data/${feature.id}`, name, {
    shown: {
      chapter: 'shared',
      ...shownColumns(feature.id, columns),
      order: { sortBy: sortOf('t', sortBy), id: sql`t.id`, direction: sortBy === feature.period ? 'desc' : 'asc' },
    },
    capability: feature.capability,
    after: sql`t.key`,
    row,
    adminRow: () => sql.join([row, ...masks], sql` || `),
  });
}

/** What the console draws as bars, in an order that the device chose. */
const drawn = ['position', 'used', 'total'];

/**
 * The fields of a feature's rows in the order of its declaration. Instead of the hash of a file that file is shown: a photo that
 * was fetched in full in place of its preview.
 */
function shownColumns(id: string, all: readonly string[]): Pick<ShownPart, 'columns' | 'file' | 'look'> {
  if (id === 'gallery') {
    const file = { columns: ['file_hash', 'preview_hash'], folder: 'from-this-device' } as const;
    return { columns: ['file_name', 'taken_at', 'album', 'size'], file, look: 'pictures' };
  }
  const columns = all.filter((column) => column !== 'icon_hash' && !drawn.includes(column));
  return id === 'apps' ? { columns, file: { columns: ['icon_hash'], folder: 'from-this-device' } } : { columns };
}

const captureKindNames = Object.keys(captureKinds) as CaptureKind[];

/** The parts that are not a feature's rows. */
export const otherParts: readonly ArchivePart[] = [
  partOf('consents', 'consents', {
    shown: {
      chapter: 'agreed',
      columns: ['recorded_at', 'how', 'capabilities', 'purpose', 'legal_basis', 'notice_version', 'language'],
    },
  }),
  partOf('consent-requests', 'consent_requests', {
    shown: {
      chapter: 'agreed',
      columns: ['asked_at', 'asked_by', 'capability', 'reason', 'seen_at', 'answer', 'answered_at'],
    },
    by: 'asked_by',
  }),
  partOf('groups', 'group_devices', {
    shown: { chapter: 'watching', columns: ['group', 'owner', 'assigned_to'] },
    tables: ['group_devices', 'groups', 'group_assignments'],
    // Only for the person, because an admin does not see every group.
    personOnly: true,
    from: sql`group_devices t join groups g on g.id = t.group_id join users u on u.id = g.owner_id`,
    after: sql`t.group_id`,
    row: sql`jsonb_build_object('group', g.name, 'rule', g.rule, 'assigned_to', array(
      select a.username from group_assignments ga join users a on a.id = ga.user_id
      where ga.group_id = g.id order by a.username)) || ${byName('owner')}`,
  }),
  partOf('schedules', 'schedule_devices', {
    shown: {
      chapter: 'watching',
      columns: ['name', 'what', 'timing', 'purpose', 'set_by', 'set_at', 'next_at'],
    },
    tables: ['schedule_devices', 'schedules', 'schedule_times'],
    from: sql`schedule_devices t join schedules s on s.id = t.schedule_id join users u on u.id = s.created_by`,
    after: sql`t.schedule_id`,
    row: sql`jsonb_build_object('name', s.name, 'purpose', s.purpose, 'what', s.title, 'timing', s.timing,
      'set_at', s.created_at, 'paused_at', s.paused_at, 'next_at', (
        select min(n.next_at) from schedule_times n where n.schedule_id = s.id)) || ${byName('set_by')}`,
  }),
  ...alertParts,
  ...logParts,
  // The zones that are for this device; a zone of many devices says nothing about the others.
  // Only for the person, because an admin does not see the zones of others.
  partOf('zones', 'zones', {
    shown: { chapter: 'watching', columns: ['name', 'set_by', 'set_at', 'changed_at'] },
    personOnly: true,
    from: sql`zones w join users u on u.id = w.created_by`,
    after: sql`w.id`,
    where: (deviceId) => isTargetOf(sql`${deviceId}::bigint`),
    row: sql`jsonb_build_object('name', w.name, 'area', w.area, 'set_at', w.created_at, 'changed_at', w.changed_at)
      || ${byName('set_by')}`,
  }),
  // Only for the person, because an admin does not see what others have mailed to them.
  partOf('reports', 'report_mails', {
    shown: { chapter: 'watching', columns: ['what', 'mailed_to', 'set_at', 'last_sent_at'] },
    personOnly: true,
    from: sql`report_mails w join users u on u.id = w.user_id`,
    after: sql`w.user_id`,
    where: (deviceId) => isTargetOf(sql`${deviceId}::bigint`),
    row: sql`jsonb_build_object('what', 'Location', 'set_at', w.created_at, 'last_sent_at', w.last_sent_at) || ${byName('mailed_to')}`,
  }),
  partOf('given-reasons', 'given_reasons', {
    shown: { chapter: 'done', columns: ['given_at', 'given_by', 'capability', 'reason', 'expires_at'] },
    by: 'user_id',
    row: sql`to_jsonb(t) - 'id' - 'device_id' - 'user_id' || ${byName('given_by')}`,
  }),
  partOf('approvals', 'approvals', {
    shown: {
      chapter: 'done',
      columns: ['asked_at', 'asked_by', 'capability', 'reason', 'state', 'decided_by', 'decided_at'],
    },
    from: sql`approvals t join users u on u.id = t.asked_by left join users second on second.id = t.decided_by`,
    row: sql`to_jsonb(t) - 'device_id' || ${byName('asked_by')} || jsonb_build_object('decided_by', second.username)`,
  }),
  partOf('push-notifications', 'push_notifications', {
    shown: { chapter: 'messages', columns: ['created_at', 'sent_by', 'type', 'title', 'message', 'status', 'seen_at'] },
    capability: 'NOTIFICATIONS',
    by: 'sent_by',
  }),
  // The push subscription without its keys, which are secrets between the browser and the server.
  partOf('push-subscription', 'push_subscriptions', {
    shown: { chapter: 'messages', columns: ['created_at', 'endpoint', 'failed_at'] },
    personOnly: true,
    after: sql`t.device_id`,
    row: sql`to_jsonb(t) - 'device_id' - 'p256dh' - 'auth'`,
  }),
  // The recipients are left out, because they are admins' own data.
  // What others were told of one capability must not reach an admin when it is no longer shared.
  partOf('notifications-about-you', 'notifications', {
    shown: { chapter: 'messages', columns: ['created_at', 'title', 'message'] },
    personOnly: true,
    row: sql`jsonb_build_object('kind', t.kind, 'title', t.title, 'message', t.message, 'created_at', t.created_at)`,
  }),
  partOf('tickets', 'tickets', {
    shown: {
      chapter: 'messages',
      columns: ['id', 'created_at', 'title', 'description', 'category', 'priority', 'status'],
    },
    row: sql`to_jsonb(t) - 'device_id' - 'opened_by'`,
  }),
  partOf('ticket-messages', 'ticket_messages', {
    shown: {
      chapter: 'messages',
      columns: ['ticket_id', 'sent_at', 'author', 'text'],
      file: { columns: ['sha256'], folder: 'tickets' },
      order: 'oldest first',
    },
    from: sql`ticket_messages m join tickets t on t.id = m.ticket_id join users u on u.id = m.author_id`,
    after: sql`m.id`,
    row: sql`to_jsonb(m) - 'author_id' || ${byName('author')}`,
  }),
  partOf('sent-today', 'device_usage', {
    shown: { chapter: 'done', columns: ['day', 'kind', 'bytes'] },
    after: sql`t.kind || t.day::text`,
  }),
  partOf('log-mismatches', 'audit_head_mismatches', {
    shown: { chapter: 'done', columns: ['reported_at', 'sequence', 'after_restore'] },
    row: sql`to_jsonb(t) - 'id' - 'device_id'`,
  }),
  partOf('guardian-signature', 'guardian_links', {
    shown: {
      chapter: 'agreed',
      columns: ['decided_at', 'signed_by', 'email', 'decline_reason', 'withdrawn_at', 'notice_version', 'language'],
    },
    after: sql`t.passcode_id`,
    row: sql`to_jsonb(t) - 'passcode_id' - 'device_id' - 'token_hash'`,
  }),
  partOf('passcode', 'passcodes', {
    shown: {
      chapter: 'agreed',
      columns: ['created_at', 'created_by', 'admin', 'group', 'used_at', 'purpose', 'legal_basis'],
    },
    by: 'created_by',
    where: (deviceId) => sql`t.used_by_device_id = ${deviceId}`,
    row: sql`to_jsonb(t) - 'code' - 'used_by_device_id' - 'admin_id' - 'group_id' - 'batch_id' || ${byName('created_by')} || jsonb_build_object(
      'admin', coalesce((select a.username from users a where a.id = t.admin_id), u.username),
      'group', (select g.name from groups g where g.id = t.group_id))`,
  }),
  partOf('archives', 'device_archives', {
    shown: { chapter: 'done', columns: ['requested_at', 'requested_by', 'reason', 'state', 'size', 'fetched_at'] },
    from: sql`device_archives t left join users u on u.id = t.requested_by`,
    row: sql`to_jsonb(t) - 'device_id' || ${byName('requested_by')}`,
  }),
  partOf('data/fetched-files', 'cdn_files', {
    shown: {
      chapter: 'shared',
      columns: ['path', 'stored_at', 'requested_by'],
      file: { columns: ['sha256'], folder: 'from-this-device' },
    },
    capability: 'FILES',
    by: 'requested_by',
  }),
  partOf('data/files-for-this-device', 'uploaded_files', {
    shown: {
      chapter: 'shared',
      columns: ['name', 'received_at', 'uploaded_by'],
      file: { columns: ['sha256'], folder: 'for-this-device' },
    },
    capability: 'FILES',
    by: 'uploaded_by',
  }),
  ...captureKindNames.map((kind) =>
    partOf(`data/captures-${kind.toLowerCase()}`, 'captures', {
      shown: {
        chapter: 'shared',
        look: 'pictures',
        columns: ['captured_at', 'requested_by', 'camera', 'duration_ms'],
        file: { columns: ['sha256'], folder: 'from-this-device' },
      },
      capability: commandCatalogue[captureKinds[kind]].capability,
      by: 'requested_by',
      where: (deviceId) => sql`t.device_id = ${deviceId} and t.kind = ${kind}`,
    }),
  ),
];

const deviceDetails = [
  'model',
  'os_name',
  'os_version',
  'battery_percent',
  'charging',
  'network',
  'address',
  'in_call',
  'time_zone',
];
const internalColumns = [
  'token_hash',
  'gateway_node_id',
  'connection_epoch',
  'epoch_server_id',
  'contact_info',
  'user_id',
  'username',
];

/**
 * Reads the device and its person; without the device's details when an admin gets the archive and they are not shared.
 * Undefined when the device has left.
 */
export async function readOwner(db: Database, deviceId: number, withDetails: boolean) {
  const left = [...internalColumns, ...(withDetails ? [] : deviceDetails)];
  const { rows } = await sql<{ device: Json; person: Json; noticeLanguage: string | null }>`
    select to_jsonb(d) - ${left}::text[] as device,
      (select c.language from consents c where c.device_id = d.id order by c.id desc limit 1) as "noticeLanguage",
      jsonb_build_object('username', u.username, 'nickname', u.nickname, 'display_name', u.display_name, 'email', u.email,
        'phone_number', u.phone_number, 'created_at', u.created_at) as person
    from devices d join users u on u.id = d.user_id where d.id = ${deviceId} and d.left_at is null`.execute(db);
  return rows[0];
}

/** Reads the admins who can see the device: those it is assigned to, and every super admin. */
export async function readAdmins(db: Database, deviceId: number): Promise<Json[]> {
  const { rows } = await sql<{ admin: Json }>`
    select jsonb_build_object('admin', u.username, 'role', u.admin_role, 'assigned_at', a.assigned_at) as admin
    from users u left join device_assignments a on a.user_id = u.id and a.device_id = ${deviceId}
    where a.device_id is not null or u.admin_role = 'SUPER_ADMIN' order by u.username`.execute(db);
  return rows.map(({ admin }) => admin);
}
