import { createHmac } from 'node:crypto';
import { systemClock, type Clock } from './clock.ts';
import type { AuditKeys } from './vault.ts';

const blockBytes = 64;

/** Settings that a connection is opened with. */
export type SessionSettings = () => Readonly<Record<string, string>>;

/**
 * What a connection must know to write to the audit log: today's key, as the two padded halves that HMAC is made of, so that
 * PostgreSQL needs nothing but SHA-256. Given when the connection is opened and not by a statement: a statement could appear
 * in PostgreSQL's own log, in `pg_stat_activity` or in `pg_stat_statements`.
 */
export function auditSettings(keys: AuditKeys, clock: Clock = systemClock): SessionSettings {
  return () => {
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const key = keys(day);
    return {
      'fairwatch.audit_day': day,
      'fairwatch.audit_inner': padded(key, 0x36).toString('hex'),
      'fairwatch.audit_outer': padded(key, 0x5c).toString('hex'),
    };
  };
}

function padded(key: Buffer, pad: number): Buffer {
  const block = Buffer.alloc(blockBytes, pad);
  for (const [place, byte] of key.entries()) block[place] = byte ^ pad;
  return block;
}

/** HMAC-SHA-256 in hex: the same as `audit_mac` in the database. */
export function auditMac(key: Buffer, message: Buffer): string {
  return createHmac('sha256', key).update(message).digest('hex');
}
