import type { ColumnType, Generated } from 'kysely';

/** The tables of settings. Generated from the schema: `migrations/README.md` says how. */
export interface SettingsTables {
  migrations: { name: string; sha256: string; applied_at: Generated<Date> };
  settings: { key: string; value: ColumnType<unknown, string, string> };
  web_push_keys: { id: Generated<boolean>; public_key: string; private_key: Buffer; created_at: Generated<Date> };
}
