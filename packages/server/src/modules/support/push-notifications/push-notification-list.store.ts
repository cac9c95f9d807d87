import { limits, type Language, type NotificationType, type PushNotification } from '@fairwatch/contract';
import { sql } from 'kysely';
import { selectPage } from '../../../core/database/page.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { containsPattern, isoTime } from '../../../core/database/list-sql.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { JsonPage } from '../../../core/database/page.ts';
import { statedBy } from '../../../shared/disclosure/reasons.store.ts';
import type { Scope } from '../../../shared/scope.ts';
import { shownAccount } from '../../../shared/shown-names.ts';

/** Selects a notification in the form of the contract; needs `n` for the notification and `u` for the admin who sent it. */
const fields = sql`n.id, n.title, n.message, n.type, n.language, n.status, ${isoTime(sql`n.created_at`)} as "createdAt",
  ${shownAccount} as "sentBy", ${isoTime(sql`n.delivered_at`)} as "deliveredAt", ${isoTime(sql`n.seen_at`)} as "seenAt",
  ${isoTime(sql`n.dismissed_at`)} as "dismissedAt", ${isoTime(sql`n.expires_at`)} as "expiresAt"`;

export function listPushNotifications(
  db: Database,
  scope: Scope,
  input: { deviceId: number; search: string; page: number; pageSize: number },
): Promise<JsonPage> {
  const pattern = containsPattern(input.search);
  const where = sql`n.device_id = ${input.deviceId} and ${inScope(scope, sql`n.device_id`)}
    and ${input.search === '' ? sql`true` : sql`(n.title ilike ${pattern} or n.message ilike ${pattern})`}`;
  return selectPage(
    db,
    {
      rows: sql`select ${fields} from push_notifications n join users u on u.id = n.sent_by
        where ${where} order by n.id desc`,
      total: sql`select count(*) from push_notifications n where ${where}`,
    },
    input,
  );
}

export interface NewPushNotification {
  deviceId: number;
  type: NotificationType;
  title: string;
  message: string;
  language: Language | null;
  sentBy: { id: number; name: string };
  /** The path of the endpoint, for the audit entry. */
  subject: string;
}

/**
 * Inserts a notification and its log entry, both or neither, while the person accepts notifications. The share lock on the
 * device makes a parallel withdrawal wait, which then cancels this notification too.
 */
export async function insertPushNotification(
  db: Database,
  { deviceId, type, title, message, language, sentBy, subject }: NewPushNotification,
): Promise<PushNotification | 'not_shared' | 'too_many'> {
  const { deliverWithinMs, waitingAtOnce } = limits.notification;
  const stated = statedBy({
    actor: sql`${sentBy.id}::bigint`,
    device: sql`created.device_id`,
    capability: sql`'NOTIFICATIONS'`,
  });
  const { rows } = await sql<PushNotification & { shared: boolean }>`
    with sharing as (
      select id from devices where id = ${deviceId} and left_at is null and paused_at is null
        and 'NOTIFICATIONS' = any(capabilities) for share
    ), created as (
      insert into push_notifications (device_id, type, title, message, language, sent_by, expires_at)
      select id, ${type}, ${title}, ${message}, ${language}, ${sentBy.id}::bigint,
        now() + ${deliverWithinMs} * interval '1 millisecond'
      from sharing
      where (select count(*) from push_notifications where device_id = ${deviceId} and status = 'QUEUED') < ${waitingAtOnce}
      returning *
    ), audited as (
      insert into audit_entries (device_id, actor_id, actor_name, action, subject, details)
      select device_id, ${sentBy.id}::bigint, ${sentBy.name}, 'NOTIFY', ${subject},
        ${stated} || jsonb_build_object('notificationId', id, 'notificationType', type, 'object', title)
      from created
    )
    select exists (select from sharing) as shared, ${fields}
    from (select 1) as one left join created n on true left join users u on u.id = n.sent_by`.execute(db);
  const [answer] = rows;
  if (!answer) throw new Error('A select from one row returns one row.');
  const { shared, ...created } = answer;
  if (!shared) return 'not_shared';
  return created.id === null ? 'too_many' : created;
}
