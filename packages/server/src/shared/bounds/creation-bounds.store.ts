import { invitationLimits, limits, savedViewLimits, type ErrorCode } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { AppError } from '../../core/app-error.ts';
import { lockKeys } from '../../core/database/lock-keys.ts';
import { isWaiting } from '../sessions/account-status.store.ts';
import type { Database } from '../schema/schema.ts';

interface Bound {
  /** What there can be too many of, as the error says it. */
  what: string;
  /** The rows that count, and whose they are. */
  rows: RawBuilder<unknown>;
  owner: RawBuilder<unknown>;
  /** Null when an admin's oldest ones give way. */
  perAdmin: { atMost: number; error: ErrorCode } | null;
  inAll: number;
}

/** What admins make and keep. Each has a maximum for one admin, and one for all of them: many admins together are a flood, too. */
const bounds = {
  groups: {
    what: 'groups',
    rows: sql`groups`,
    owner: sql`owner_id`,
    perAdmin: { atMost: limits.group.perAdmin, error: 'too_many_groups' },
    inAll: limits.group.inAll,
  },
  schedules: {
    what: 'schedules',
    rows: sql`schedules`,
    owner: sql`created_by`,
    perAdmin: { atMost: limits.schedule.perAdmin, error: 'too_many_schedules' },
    inAll: limits.schedule.inAll,
  },
  zones: {
    what: 'zones',
    rows: sql`zones`,
    owner: sql`created_by`,
    perAdmin: { atMost: limits.zone.perAdmin, error: 'too_many_zones' },
    inAll: limits.zone.inAll,
  },
  alertRules: {
    what: 'alert rules',
    rows: sql`alert_rules`,
    owner: sql`created_by`,
    perAdmin: { atMost: limits.alert.perAdmin, error: 'too_many_alert_rules' },
    inAll: limits.alert.inAll,
  },
  // Used ones are as many as devices have joined. The partial index `passcodes_unused` counts the others.
  passcodes: {
    what: 'unused passcodes',
    rows: sql`passcodes where used_at is null`,
    owner: sql`created_by`,
    perAdmin: { atMost: limits.passcode.perAdmin, error: 'too_many_passcodes' },
    inAll: limits.passcode.inAll,
  },
  // Counting reads all accounts, which an import may: it is rare.
  people: {
    what: 'imported people who have not joined',
    rows: sql`users u where ${isWaiting}`,
    owner: sql`u.reports_to`,
    perAdmin: { atMost: limits.importedPerson.perAdmin, error: 'too_many_people' },
    inAll: limits.importedPerson.inAll,
  },
  savedViews: {
    what: 'saved views',
    rows: sql`saved_views`,
    owner: sql`user_id`,
    perAdmin: null,
    inAll: savedViewLimits.viewsInAll,
  },
  invitations: {
    what: 'invitations that nobody has accepted',
    rows: sql`invitations where ended_at is null`,
    owner: sql`invited_by`,
    perAdmin: { atMost: invitationLimits.perAdmin, error: 'too_many_invitations' },
    inAll: invitationLimits.inAll,
  },
} as const satisfies Record<string, Bound>;
export type BoundedKind = keyof typeof bounds;

/** Throws when an admin could not make so many more. Others may be made at the same moment, so that `boundCreated` decides. */
export async function requireRoom(db: Database, kind: BoundedKind, userId: number, added = 1): Promise<void> {
  const { what, rows, owner, perAdmin, inAll }: Bound = bounds[kind];
  const counted = await sql<{ own: number; all: number }>`
    select count(*) filter (where ${owner} = ${userId})::int as own, count(*)::int as all from ${rows}`.execute(db);
  const { own = 0, all = 0 } = counted.rows[0] ?? {};
  if (perAdmin !== null && own + added > perAdmin.atMost)
    throw new AppError(perAdmin.error, { count: perAdmin.atMost });
  if (all + added > inAll) throw new AppError('too_many_in_all', { count: inAll, what });
}

/**
 * Throws when there are too many after what this transaction has inserted. Whoever makes one of this kind waits here for the others to
 * commit, so that parallel requests cannot pass a bound together. It is the last statement of a transaction: nothing is locked after it, so
 * that it cannot deadlock, and the others wait for the commit only.
 */
export async function boundCreated(transaction: Database, kind: BoundedKind, userId: number): Promise<void> {
  const which = Object.keys(bounds).indexOf(kind);
  await sql`select pg_advisory_xact_lock(${lockKeys.creation}::int, ${which}::int)`.execute(transaction);
  await requireRoom(transaction, kind, userId, 0);
}
