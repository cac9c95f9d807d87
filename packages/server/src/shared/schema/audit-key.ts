import { createHmac } from 'node:crypto';
import type { SessionSettings } from '../../core/database/connect.ts';
import type { AuditKeys } from '../../core/vault.ts';
import { systemClock, type Clock } from '../../core/clock.ts';

const blockBytes = 64;

/**
 * Returns the settings a connection needs to write to the audit log: today's key as the two padded halves of HMAC, so that
 * PostgreSQL needs SHA-256 only. They are set when the connection opens and not by a statement, because a statement could
 * appear in PostgreSQL's log, in `pg_stat_activity` or in `pg_stat_statements`.
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

/** Computes HMAC-SHA-256 in hex, like `audit_mac` in the database. */
export function auditMac(key: Buffer, message: Buffer): string {
  return createHmac('sha256', key).update(message).digest('hex');
}
