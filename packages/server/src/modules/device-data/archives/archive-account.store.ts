import { sql } from 'kysely';
import { partOf, type ArchivePart } from './archive-part.ts';

const ofPerson = (deviceId: number) => sql`t.user_id = (select user_id from devices where id = ${deviceId})`;

/** Makes a part about the person's account. Only the person gets it. */
const ownPart: typeof partOf = (name, table, options) =>
  partOf(name, table, { personOnly: true, where: ofPerson, ...options });

/**
 * The parts about how a person signs in to the console, for persons who do. Secrets and their hashes are left out, because
 * nobody is to read them.
 */
export const accountParts: readonly ArchivePart[] = [
  ownPart('account/sessions', 'sessions', {
    shown: { chapter: 'account', columns: ['created_at', 'last_used_at', 'address', 'user_agent', 'expires_at'] },
    row: sql`to_jsonb(t) - 'token_hash' - 'user_id'`,
  }),
  ownPart('account/sign-in-alerts', 'sign_in_alerts', {
    shown: { chapter: 'account', columns: ['created_at', 'kind', 'actor_name'] },
    row: sql`to_jsonb(t) - 'user_id'`,
  }),
  // Addresses are stored as hashes, so the archive has their times only.
  ownPart('account/usual-addresses', 'usual_addresses', {
    shown: { chapter: 'account', columns: ['last_used_at'] },
    after: sql`encode(t.address_hash, 'hex')`,
    row: sql`jsonb_build_object('last_used_at', t.last_used_at)`,
  }),
  ownPart('account/two-factor', 'two_factor', {
    shown: { chapter: 'account', columns: ['enabled_at'] },
    after: sql`t.user_id`,
    row: sql`jsonb_build_object('enabled_at', t.enabled_at)`,
  }),
  ownPart('account/passkeys', 'passkeys', {
    shown: { chapter: 'account', columns: ['name', 'site', 'backed_up', 'created_at', 'last_used_at'] },
    row: sql`jsonb_build_object('name', t.name, 'site', t.rp_id, 'backed_up', t.backed_up, 'created_at', t.created_at,
      'last_used_at', t.last_used_at)`,
  }),
  ownPart('account/picture', 'profile_pictures', {
    shown: { chapter: 'account', columns: ['changed_at'] },
    after: sql`t.user_id`,
    row: sql`jsonb_build_object('changed_at', t.changed_at, 'base64', encode(t.bytes, 'base64'))`,
  }),
  ownPart('account/access', 'feature_access', {
    shown: { chapter: 'account', columns: ['feature_permission', 'feature_access'] },
    row: sql`to_jsonb(t) - 'id' - 'user_id'`,
  }),
  ownPart('account/notification-settings', 'notification_settings', {
    shown: { chapter: 'account', columns: ['kind', 'channel', 'last_mail_at'] },
    tables: ['notification_settings', 'notification_mails'],
    from: sql`notification_settings t left join notification_mails m on m.user_id = t.user_id`,
    after: sql`t.kind`,
    row: sql`jsonb_build_object('kind', t.kind, 'channel', t.channel, 'last_mail_at', m.attempted_at)`,
  }),
  ownPart('account/saved-views', 'saved_views', {
    shown: { chapter: 'account', columns: ['list', 'name', 'saved_at'] },
    after: sql`t.list || t.name`,
    row: sql`to_jsonb(t) - 'user_id'`,
  }),
  // Changes to this account and who made them. What this account changed of others is in the archives of those.
  ownPart('account/access-log', 'access_entries', {
    shown: { chapter: 'account', columns: ['recorded_at', 'who', 'action'] },
    where: (deviceId) => sql`t.account_id = (select user_id from devices where id = ${deviceId})`,
    row: sql`jsonb_build_object('recorded_at', t.recorded_at, 'who', t.actor_name, 'action', t.action, 'before', t.before,
      'after', t.after)`,
  }),
];
