import { sql } from 'kysely';
import { signsIn } from '../../../shared/sessions/account-status.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { deleteReasonsAbout } from '../../../shared/disclosure/reasons.store.ts';

/**
 * Locks the account of a device's person. An account is locked before its devices, so that transactions that need both
 * cannot deadlock.
 */
export async function lockPersonOf(db: Database, deviceId: number): Promise<void> {
  await sql`
    select from users where id = (select user_id from devices where id = ${deviceId}) for no key update`.execute(db);
}

/**
 * Erases everything that identifies a device that has left and its person: names, addresses, the phone itself, every
 * command. The rows stay, because the log refers to them. A person who signs in, or has another device here, keeps their
 * account.
 */
export async function eraseNames(db: Database, deviceId: number): Promise<void> {
  await sql`delete from commands where device_id = ${deviceId}`.execute(db);
  await deleteReasonsAbout(db, deviceId);
  const forgotten = sql`u.id = (select user_id from devices where id = ${deviceId}) and not ${signsIn}
    and not exists (select from devices d where d.user_id = u.id and d.left_at is null)`;
  await sql`delete from profile_pictures p using users u where p.user_id = u.id and ${forgotten}`.execute(db);
  await sql`
    update users u set email = null, phone_number = null, nickname = '', display_name = '', username = 'left-' || u.id || case
      when exists (select from users taken where lower(taken.username) = 'left-' || u.id and taken.id <> u.id)
      then '-' || gen_random_uuid() else '' end
    where ${forgotten}`.execute(db);
  await sql`
    update devices set nickname = '', name = '', model = '', os_name = '', os_version = '', app_name = '', app_version = '',
      battery_percent = null, charging = null, network = null, notice_shown = null, in_call = null, address = null, platform = null,
      offers = null, time_zone = null, username = '',
      display_name = '', contact_info = '', purpose_text = '', guardian = null, review_on = null, sharing_hours = null,
      unique_uuid = '00000000-0000-0000-0000-000000000000', gateway_node_id = null, epoch_server_id = null
    where id = ${deviceId} and left_at is not null`.execute(db);
  await sql`
    update passcodes set purpose_text = '', guardian = null, asked = '[]', name = '', email = '' where used_by_device_id = ${deviceId}`.execute(
    db,
  );
  await sql`delete from guardian_links where device_id = ${deviceId}`.execute(db);
}

/** Erases the details of a device's log and the names in its consents; the trigger `audit_erasures_erase` does it. */
export async function eraseDetails(db: Database, deviceId: number): Promise<void> {
  await sql`
    insert into audit_erasures (device_id) values (${deviceId})`.execute(db);
}

/**
 * Erases the details of entries of the access log that name the person as an account or, in entries from before the
 * keys (scheme 1), the device. The inserted entry lists them and the trigger `access_entries_erase` erases them; nothing is inserted
 * when there are none. The caller has locked the access log.
 */
export async function eraseAccessDetails(db: Database, deviceId: number): Promise<void> {
  await sql`
    with person as (
      select u.id, u.username, ${signsIn} as signs_in from users u join devices d on d.user_id = u.id where d.id = ${deviceId}
    ), named as (
      select e.id from access_entries e, person
      where e.after is not null and e.action <> 'ERASE' and (
        (e.account_id = person.id and not person.signs_in)
        or (e.scheme = 1 and exists (
          select from jsonb_array_elements_text(coalesce(e.after -> 'assigned', e.after -> 'removed')) as device (words)
          where starts_with(words, ${`${deviceId} `}))))
    )
    insert into access_entries (actor_id, actor_name, action, account_id, account_name, before, after)
    select person.id, person.username, 'ERASE', person.id, person.username, '{}',
      jsonb_build_object('entries', (select jsonb_agg(id::text order by id) from named))
    from person where exists (select from named)`.execute(db);
}

/**
 * Finds devices that left and still have details in their log: they left before this version, or a reader's entry was
 * written a moment later.
 */
export async function findUnerased(db: Database, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from devices d where d.left_at is not null
      and not exists (select from audit_erasures e where e.device_id = d.id)
    union
    select e.device_id from audit_entries e join devices d on d.id = e.device_id and d.left_at is not null
    where e.recorded_at > now() - interval '10 minutes' and e.details <> '{}' and e.action <> 'END'
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
