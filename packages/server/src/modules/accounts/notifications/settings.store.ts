import type { NotificationChannel, NotificationKind } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';

interface Setting {
  kind: NotificationKind;
  channel: NotificationChannel;
}

/** The channels that differ from the default (the bell), and whether the account has an email address. */
export async function findSettings(
  db: Database,
  { userId }: Scope,
): Promise<{ chosen: Setting[]; hasAddress: boolean }> {
  const { rows } = await sql<{ chosen: Setting[]; hasAddress: boolean }>`
    select u.email is not null as "hasAddress", coalesce((
      select json_agg(json_build_object('kind', s.kind, 'channel', s.channel))
      from notification_settings s where s.user_id = u.id), '[]') as chosen
    from users u where u.id = ${userId}`.execute(db);
  return rows[0] ?? { chosen: [], hasAddress: false };
}

/** Stores the channels of an admin. The bell is the default and has no row. */
export async function saveSettings(db: Database, { userId }: Scope, settings: readonly Setting[]): Promise<void> {
  // The last entry of a kind wins, because one statement cannot update a row twice.
  const chosen = [...new Map(settings.map(({ kind, channel }) => [kind, channel]))];
  const toBell = chosen.filter(([, channel]) => channel === 'BELL').map(([kind]) => kind);
  const others = chosen.filter(([, channel]) => channel !== 'BELL');
  await db.transaction().execute(async (transaction) => {
    await sql`delete from notification_settings where user_id = ${userId} and kind = any(${toBell}::text[])`.execute(
      transaction,
    );
    await sql`
      insert into notification_settings (user_id, kind, channel)
      select ${userId}, kind, channel
      from unnest(${others.map(([kind]) => kind)}::text[], ${others.map(([, channel]) => channel)}::text[])
        as chosen (kind, channel)
      order by kind
      on conflict (user_id, kind) do update set channel = excluded.channel`.execute(transaction);
  });
}
