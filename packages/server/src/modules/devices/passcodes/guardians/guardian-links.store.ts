import {
  noticeVersion,
  type AskedKind,
  type GuardianSigning,
  type Ground,
  type Language,
  type SigningState,
} from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../../../core/database/list-sql.ts';
import { groundJson } from '../../../../shared/device-state/grounds.store.ts';
import type { Database } from '../../../../shared/schema/schema.ts';
import type { Scope } from '../../../../shared/scope.ts';
import { isMine } from '../passcode-scope-sql.ts';
import { isUsable, passcodeSources } from '../passcodes.store.ts';
import { nameInFullOf } from '../../../../shared/shown-names.ts';

/** True for a link `s` whose guardian signed, and before somebody joined only for the present version of the notice. */
const isSigned = sql<boolean>`(s.signed_by is not null and (s.device_id is not null or s.notice_version = ${noticeVersion}))`;
const isDeclined = sql<boolean>`(s.decided_at is not null and s.signed_by is null)`;
const isWithdrawn = sql<boolean>`s.withdrawn_at is not null`;
const signingState = sql<SigningState>`case when ${isDeclined} then 'DECLINED' when ${isWithdrawn} then 'WITHDRAWN' when ${isSigned} then 'SIGNED' else 'WAITING' end`;

/** Selects what becomes of a link `s` as one JSON value, in the form of the contract. */
export const signingJson = sql<GuardianSigning>`json_build_object('email', s.email, 'state', ${signingState},
  'mailedAt', ${isoTime(sql`s.mailed_at`)}, 'decidedAt', case when ${signingState} <> 'WAITING' then ${isoTime(sql`coalesce(s.withdrawn_at, s.decided_at)`)} end,
  'signedBy', case when ${isSigned} or ${isWithdrawn} then s.signed_by else '' end, 'declineReason', s.decline_reason)`;

/** A signature as it is stored. */
export interface StoredSignature {
  by: string;
  at: string;
  noticeVersion: number;
  noticeHash: string;
  language: string;
}

const signatureJson = sql<StoredSignature | null>`case when s.signed_by is not null then json_build_object('by', s.signed_by,
  'at', ${isoTime(sql`s.decided_at`)}, 'noticeVersion', s.notice_version, 'noticeHash', s.notice_hash, 'language', s.language) end`;

/** Finds what the guardian of a passcode signed; `signature` is null until they have. Undefined when nobody has to sign by link. */
export async function findSignature(
  db: Database,
  passcodeId: number,
): Promise<{ signature: StoredSignature | null; isWithdrawn: boolean } | undefined> {
  const { rows } = await sql<{ signature: StoredSignature | null; isWithdrawn: boolean }>`
    select ${signatureJson} as signature, ${isWithdrawn} as "isWithdrawn" from guardian_links s where s.passcode_id = ${passcodeId}`.execute(
    db,
  );
  return rows[0];
}

/** What the link of a guardian is about, with the state of its passcode. */
export interface FoundLink {
  passcodeId: number;
  /** The account of who made the passcode. */
  createdBy: number;
  code: string;
  askedBy: string;
  admin: string;
  group: string | null;
  name: string;
  ground: Ground;
  asked: AskedKind[];
  expiresAt: string;
  isDeclined: boolean;
  isWithdrawn: boolean;
  signature: StoredSignature | null;
  /** The device that joined with the passcode; null when none has. */
  deviceId: number | null;
  /** Somebody can still join with it. */
  usable: boolean;
}

/**
 * Finds the link of a token. With `locks` it keeps the row of the passcode locked until the transaction ends. Joining locks the same row, so
 * nobody joins with a passcode while its guardian declines or withdraws.
 */
export async function findGuardianLink(
  db: Database,
  tokenHash: Buffer,
  { locks }: { locks: boolean },
): Promise<FoundLink | undefined> {
  if (locks) {
    await sql`
      select from passcodes where id = (select passcode_id from guardian_links where token_hash = ${tokenHash})
      for no key update`.execute(db);
  }
  const { rows } = await sql<FoundLink>`
    select p.id as "passcodeId", p.created_by as "createdBy", p.code, ${nameInFullOf('c')} as "askedBy", ${nameInFullOf('a')} as admin, g.name as group,
      p.name, ${groundJson(sql`p`)} as ground, p.asked, ${isoTime(sql`p.expires_at`)} as "expiresAt", ${isDeclined} as "isDeclined",
      ${isWithdrawn} as "isWithdrawn", ${signatureJson} as signature, s.device_id as "deviceId", ${isUsable} as usable
    from guardian_links s join (${passcodeSources}) on p.id = s.passcode_id left join groups g on g.id = p.group_id
    where s.token_hash = ${tokenHash}`.execute(db);
  return rows[0];
}

/** Stores a signature, and returns when it was given. The caller holds the row of the passcode. */
export async function storeSignature(
  db: Database,
  passcodeId: number,
  { by, noticeVersion: version, noticeHash, language }: Omit<StoredSignature, 'at'>,
): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    update guardian_links set decided_at = now(), signed_by = ${by}, notice_version = ${version}, notice_hash = ${noticeHash},
      language = ${language} where passcode_id = ${passcodeId} returning ${isoTime(sql`decided_at`)} as at`.execute(db);
  return rows[0]?.at ?? '';
}

/** Stores that a guardian declined, and ends the passcode. The caller holds its row. */
export async function storeDecline(db: Database, passcodeId: number, reason: string): Promise<void> {
  await sql`
    update guardian_links set decided_at = now(), signed_by = null, notice_version = null, notice_hash = null, language = null,
      decline_reason = ${reason} where passcode_id = ${passcodeId}`.execute(db);
  await endPasscode(db, passcodeId);
}

/** Stores that a guardian withdrew before somebody joined, and ends the passcode. The caller holds its row. */
export async function storeWithdrawal(db: Database, passcodeId: number, reason: string): Promise<void> {
  await sql`
    update guardian_links set withdrawn_at = now(), decline_reason = ${reason} where passcode_id = ${passcodeId}`.execute(
    db,
  );
  await endPasscode(db, passcodeId);
}

async function endPasscode(db: Database, passcodeId: number): Promise<void> {
  await sql`update passcodes set expires_at = least(expires_at, now()) where id = ${passcodeId}`.execute(db);
}

/** A link that can be given to its guardian now, with what it was before. */
export interface DueLink {
  passcodeId: number;
  email: string;
  /** To whom the device is assigned. */
  admin: string;
  ground: Ground;
  /** In which language the passcode's mails are; null where its admin did not choose one. */
  language: Language | null;
  expiresAt: string;
  before: { tokenHash: string | null; isMailed: boolean; mailedAt: string | null };
}

/** True for the link `s` of a passcode in scope that somebody can still join with, while its guardian has not decided. */
const isDue = (scope: Scope): RawBuilder<unknown> =>
  sql`${isMine(scope)} and ${isUsable} and ${signingState} = 'WAITING'`;

/** Finds those of these passcodes whose guardian waits for a link, and holds their rows in the order of their ids, against deadlocks. */
export async function lockDueLinks(db: Database, scope: Scope, ids: readonly number[]): Promise<DueLink[]> {
  const { rows } = await sql<DueLink>`
    select p.id as "passcodeId", s.email, p.language, a.username as admin, ${groundJson(sql`p`)} as ground, ${isoTime(sql`p.expires_at`)} as "expiresAt",
      json_build_object('tokenHash', encode(s.token_hash, 'hex'), 'isMailed', s.is_mailed, 'mailedAt', s.mailed_at) as before
    from guardian_links s join (${passcodeSources}) on p.id = s.passcode_id
    where p.id = any(${ids}::bigint[]) and ${isDue(scope)} order by p.id for no key update of p, s`.execute(db);
  return rows;
}

/** Replaces the tokens of links, as mailed now or as shown to an admin. */
export async function replaceTokens(
  db: Database,
  links: readonly { passcodeId: number; tokenHash: Buffer }[],
  { isMailed }: { isMailed: boolean },
): Promise<void> {
  await sql`
    update guardian_links s set token_hash = decode(t.token_hash, 'hex'), is_mailed = ${isMailed},
      mailed_at = case when ${isMailed} then now() else s.mailed_at end
    from unnest(${links.map(({ passcodeId }) => passcodeId)}::bigint[], ${links.map(({ tokenHash }) => tokenHash.toString('hex'))}::text[])
      as t (passcode_id, token_hash) where s.passcode_id = t.passcode_id`.execute(db);
}

/** Makes the links as they were before, since their mails were not sent. */
export async function restoreLinks(db: Database, unsent: readonly DueLink[]): Promise<void> {
  const before = unsent.map((link) => link.before);
  await sql`
    update guardian_links s set token_hash = decode(t.token_hash, 'hex'), is_mailed = t.is_mailed, mailed_at = t.mailed_at
    from unnest(${unsent.map(({ passcodeId }) => passcodeId)}::bigint[], ${before.map(({ tokenHash }) => tokenHash)}::text[],
      ${before.map(({ isMailed }) => isMailed)}::boolean[], ${before.map(({ mailedAt }) => mailedAt)}::timestamptz[])
      as t (passcode_id, token_hash, is_mailed, mailed_at)
    where s.passcode_id = t.passcode_id and s.decided_at is null`.execute(db);
}

/** Why a guardian gets no link for a passcode in scope; undefined when there is no such passcode. */
export async function findNoLinkReason(
  db: Database,
  scope: Scope,
  id: number,
): Promise<{ isDecided: boolean } | undefined> {
  const { rows } = await sql<{ isDecided: boolean }>`
    select ${signingState} <> 'WAITING' as "isDecided" from guardian_links s join passcodes p on p.id = s.passcode_id
    where p.id = ${id} and ${isMine(scope)}`.execute(db);
  return rows[0];
}
