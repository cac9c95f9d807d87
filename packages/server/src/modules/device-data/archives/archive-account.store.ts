import { sql } from 'kysely';
import type { ArchivePart } from './archive-part.ts';

const ofPerson = (deviceId: number) => sql`t.user_id = (select user_id from devices where id = ${deviceId})`;

/** What all account parts have in common: only the person gets them, and they need no shared capability. */
const ownPart = { capability: null, personOnly: true, where: ofPerson } as const;

/**
 * The parts about how a person signs in to the console, for persons who do. Secrets and their hashes are left out, because
 * nobody is to read them.
 */
export const accountParts: readonly ArchivePart[] = [
  {
    ...ownPart,
    name: 'account/sessions',
    tables: ['sessions'],
    from: sql`sessions t`,
    after: sql`t.id`,
    row: sql`to_jsonb(t) - 'token_hash' - 'user_id'`,
  },
  {
    ...ownPart,
    name: 'account/sign-in-alerts',
    tables: ['sign_in_alerts'],
    from: sql`sign_in_alerts t`,
    after: sql`t.id`,
    row: sql`to_jsonb(t) - 'user_id'`,
  },
  {
    // Addresses are stored as hashes, so the archive has their times only.
    ...ownPart,
    name: 'account/usual-addresses',
    tables: ['usual_addresses'],
    from: sql`usual_addresses t`,
    after: sql`encode(t.address_hash, 'hex')`,
    row: sql`jsonb_build_object('last_used_at', t.last_used_at)`,
  },
  {
    ...ownPart,
    name: 'account/two-factor',
    tables: ['two_factor'],
    from: sql`two_factor t`,
    after: sql`t.user_id`,
    row: sql`jsonb_build_object('enabled_at', t.enabled_at)`,
  },
  {
    ...ownPart,
    name: 'account/passkeys',
    tables: ['passkeys'],
    from: sql`passkeys t`,
    after: sql`t.id`,
    row: sql`jsonb_build_object('name', t.name, 'site', t.rp_id, 'backed_up', t.backed_up, 'created_at', t.created_at,
      'last_used_at', t.last_used_at)`,
  },
  {
    ...ownPart,
    name: 'account/picture',
    tables: ['profile_pictures'],
    from: sql`profile_pictures t`,
    after: sql`t.user_id`,
    row: sql`jsonb_build_object('changed_at', t.changed_at, 'base64', encode(t.bytes, 'base64'))`,
  },
  {
    ...ownPart,
    name: 'account/access',
    tables: ['feature_access'],
    from: sql`feature_access t`,
    after: sql`t.id`,
    row: sql`to_jsonb(t) - 'id' - 'user_id'`,
  },
  {
    ...ownPart,
    name: 'account/notification-settings',
    tables: ['notification_settings', 'notification_mails'],
    from: sql`notification_settings t left join notification_mails m on m.user_id = t.user_id`,
    after: sql`t.kind`,
    row: sql`jsonb_build_object('kind', t.kind, 'channel', t.channel, 'last_mail_at', m.attempted_at)`,
  },
  {
    ...ownPart,
    name: 'account/saved-views',
    tables: ['saved_views'],
    from: sql`saved_views t`,
    after: sql`t.list || t.name`,
    row: sql`to_jsonb(t) - 'user_id'`,
  },
  {
    // Changes to this account and who made them. What this account changed of others is in the archives of those.
    ...ownPart,
    name: 'account/access-log',
    tables: ['access_entries'],
    from: sql`access_entries t`,
    after: sql`t.id`,
    where: (deviceId) => sql`t.account_id = (select user_id from devices where id = ${deviceId})`,
    row: sql`jsonb_build_object('recorded_at', t.recorded_at, 'who', t.actor_name, 'action', t.action, 'before', t.before,
      'after', t.after)`,
  },
];
