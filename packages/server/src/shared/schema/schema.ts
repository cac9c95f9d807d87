import type { Kysely } from 'kysely';
import type { AccountsTables } from './tables/accounts.ts';
import type { AuditTables } from './tables/audit.ts';
import type { CommandsTables } from './tables/commands.ts';
import type { ConsentTables } from './tables/consent.ts';
import type { ContentTables } from './tables/content.ts';
import type { DeviceDataTables } from './tables/device-data.ts';
import type { DevicesTables } from './tables/devices.ts';
import type { MetricsTables } from './tables/metrics.ts';
import type { NotificationsTables } from './tables/notifications.ts';
import type { PlacesTables } from './tables/places.ts';
import type { SettingsTables } from './tables/settings.ts';
import type { TicketsTables } from './tables/tickets.ts';

/** The tables for Kysely, but for those of device rows. Bigints arrive as numbers, times as Date. */
export interface Schema
  extends
    AccountsTables,
    AuditTables,
    CommandsTables,
    ConsentTables,
    ContentTables,
    DeviceDataTables,
    DevicesTables,
    MetricsTables,
    NotificationsTables,
    PlacesTables,
    SettingsTables,
    TicketsTables {}

/** The database or a transaction. */
export type Database = Kysely<Schema>;
