import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** The tables of audit. Generated from the schema: `migrations/README.md` says how. */
export interface AuditTables {
  access_entries: {
    id: number;
    recorded_at: Date;
    actor_id: number;
    actor_name: string;
    action: string;
    account_id: number;
    account_name: string;
    before: ColumnType<unknown, string | null, string | null>;
    after: ColumnType<unknown, string | null, string | null>;
    previous_hash: Buffer;
    hash: Buffer;
    scheme: Generated<number>;
    key_day: ColumnType<Date | null, string | null, string | null>;
    details_salt: Buffer | null;
    details_digest: Buffer | null;
  };
  access_head: { single: Generated<boolean>; sequence: number; hash: Buffer };
  audit_entries: {
    device_id: number;
    sequence: number;
    recorded_at: Generated<Date>;
    actor_id: number | null;
    actor_name: string;
    action: string;
    subject: string;
    details: ColumnType<unknown, string | null | undefined, string | null>;
    previous_hash: Buffer;
    hash: Buffer;
    id: GeneratedAlways<number>;
    scheme: Generated<number>;
    key_day: ColumnType<Date | null, string | null, string | null>;
    by_person: Generated<boolean>;
    details_salt: Buffer | null;
    details_digest: Buffer | null;
  };
  audit_erasures: { id: GeneratedAlways<number>; device_id: number; erased_at: Generated<Date> };
  audit_head_mismatches: {
    id: GeneratedAlways<number>;
    device_id: number;
    sequence: number;
    known_hash: Buffer;
    found_hash: Buffer | null;
    after_restore: boolean;
    reported_at: Generated<Date>;
  };
  audit_heads: { device_id: number; sequence: number; hash: Buffer };
  audit_old_heads: {
    device_id: number;
    sequence: number;
    hash: Buffer;
    key_day: ColumnType<Date, string, string>;
    seal: Buffer;
  };
  settings_changes: {
    id: GeneratedAlways<number>;
    key: string;
    before: ColumnType<unknown, string | null, string | null>;
    after: ColumnType<unknown, string, string>;
    changed_by: number;
    changed_by_name: string;
    changed_at: Generated<Date>;
  };
}
