import type { CommandType, DeviceFrame, SharingHours } from '@fairwatch/contract';
import { sql } from 'kysely';
import { storableText } from '../../../core/storable-text.ts';
import type { CancelledCommand } from '../../commands/commands.store.ts';
import { groundColumns } from '../../../shared/device-state/grounds.store.ts';
import type { PersonsDevice } from '../../../shared/device-state/persons-device.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';

type Consent = Omit<Extract<DeviceFrame, { type: 'consent' }>, 'type'>;

/** True when the latest consent of the device is exactly this one. */
export async function isLatestConsent(db: Database, { deviceId }: PersonsDevice, consent: Consent): Promise<boolean> {
  const { noticeVersion, noticeHash, language, capabilities } = consent;
  const { rows } = await sql<{ same: boolean }>`
    select notice_version = ${noticeVersion} and notice_hash = ${storableText(noticeHash)}
      and language = ${storableText(language)}
      and capabilities @> ${capabilities}::text[] and capabilities <@ ${capabilities}::text[] as same
    from consents where device_id = ${deviceId} order by id desc limit 1`.execute(db);
  return rows[0]?.same ?? false;
}

/**
 * Records a new consent and makes it effective. With `keepsNotice` it is recorded under the notice of the consent before: whoever only
 * withdraws something has not read another one, whichever their client names.
 */
export async function changeConsent(
  db: Database,
  device: PersonsDevice,
  consent: Consent,
  { keepsNotice }: { keepsNotice: boolean },
): Promise<void> {
  const { noticeVersion, noticeHash, language, capabilities } = consent;
  await sql`
    insert into consents (device_id, person, notice_version, notice_hash, language, capabilities, how, ${groundColumns})
    select id, ${device.username}::text, coalesce(before.notice_version, ${noticeVersion}::int),
      coalesce(before.notice_hash, ${storableText(noticeHash)}::text), coalesce(before.language, ${storableText(language)}::text),
      ${capabilities}::text[], 'CHANGED_ON_DEVICE', ${groundColumns}
    from devices left join lateral (
      select c.notice_version, c.notice_hash, c.language from consents c
      where ${keepsNotice} and c.device_id = devices.id order by c.id desc limit 1
    ) before on true
    where id = ${device.deviceId}`.execute(db);
  await sql`
    update devices set capabilities = ${capabilities}::text[], restored_at = null, restored_capabilities = null, in_call = null
    where id = ${device.deviceId}`.execute(db);
}

export async function setPaused(db: Database, deviceId: number, paused: boolean): Promise<void> {
  await sql`
    update devices set paused_at = ${paused ? sql`now()` : sql`null`}, in_call = null where id = ${deviceId}`.execute(
    db,
  );
}

export async function setHours(db: Database, deviceId: number, hours: SharingHours | null): Promise<void> {
  await sql`
    update devices set sharing_hours = ${hours && JSON.stringify(hours)}::jsonb where id = ${deviceId}`.execute(db);
}

/** Marks the device as left and revokes its token. Its assignments remain, so that its admins can still read its log. */
export async function setLeft(db: Database, deviceId: number): Promise<void> {
  await sql`
    update devices set left_at = now(), token_hash = null, capabilities = '{}', restored_at = null,
      restored_capabilities = null
    where id = ${deviceId}`.execute(db);
}

/** Cancels the open command of a device if its type is in `reasons`, with that reason. Returns its id. */
export async function cancelOpenCommand(
  db: Database,
  deviceId: number,
  reasons: ReadonlyMap<CommandType, string>,
): Promise<CancelledCommand | undefined> {
  const { rows } = await sql<CancelledCommand>`
    update commands c set step = 'CANCELLED', finished_at = now(), error_details = r.reason
    from unnest(${[...reasons.keys()]}::text[], ${[...reasons.values()]}::text[]) as r (command_type, reason)
    where c.device_id = ${deviceId} and c.command_type = r.command_type and c.finished_at is null
    returning c.id as "commandId", c.device_id as "deviceId", c.command_type as "commandType"`.execute(db);
  return rows[0];
}
