import type {
  AlertCondition,
  AlertEvent,
  Capability,
  GroupColour,
  LiveEnd,
  SharingHours,
  ZoneShape,
} from '@fairwatch/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A named area on the map; for all devices in its creator's scope unless it names a group or a device. */
export interface ZoneColumns {
  id: GeneratedAlways<number>;
  name: string;
  colour: GroupColour;
  area: ColumnType<ZoneShape, string, string>;
  west: number;
  east: number;
  south: number;
  north: number;
  group_id: number | null;
  device_id: number | null;
  created_by: number;
  created_at: Generated<Date>;
  changed_at: Generated<Date>;
}

/** A live location of a device. Its id is that of the command that started it. */
export interface LiveSessionColumns {
  id: number;
  device_id: number;
  started_by: number;
  minutes: number;
  started_at: Generated<Date>;
  until: Date;
  ended_at: Date | null;
  ended_how: LiveEnd | null;
  points: Generated<number>;
}

/** The report that an admin has mailed to them each week; for all devices in their scope unless it names a group or a device. */
export interface ReportMailColumns {
  id: GeneratedAlways<number>;
  user_id: number;
  group_id: number | null;
  device_id: number | null;
  zone: string;
  created_at: Generated<Date>;
  next_at: Date;
  last_sent_at: Date | null;
}

/** A rule that tells admins when something happens to devices. */
export interface AlertRuleColumns {
  id: GeneratedAlways<number>;
  name: string;
  purpose: string;
  event: AlertEvent;
  condition: ColumnType<AlertCondition, string, string>;
  capability: Capability | null;
  zone_id: number | null;
  group_id: number | null;
  device_id: number | null;
  created_by: number;
  by_mail: boolean;
  quiet: ColumnType<SharingHours | null, string | null, string | null>;
  is_on: boolean;
  on_since: Date;
  created_at: Generated<Date>;
  changed_at: Generated<Date>;
}

/** Something that a rule has told. */
export interface AlertColumns {
  id: GeneratedAlways<number>;
  rule_id: number | null;
  rule_name: string;
  event: AlertEvent;
  capability: Capability | null;
  device_id: number;
  words: string;
  occurrence: Generated<string>;
  began_at: Date;
  ended_at: Date | null;
  told_at: Date | null;
  over_told_at: Date | null;
  acknowledged_by: number | null;
  acknowledged_at: Date | null;
  recorded_at: Generated<Date>;
}

/** An app that appeared or went, of which the alert rules have not heard yet. */
export interface AppChangeColumns {
  id: GeneratedAlways<number>;
  device_id: number;
  gone: boolean;
  name: string;
  package_name: string;
  changed_at: Generated<Date>;
}

/** The tables of places and alerts. */
export interface PlaceTables {
  alert_positions: { device_id: number; point_at: Date; evaluated_at: Date };
  alert_readers: { user_id: number; alert_id: number };
  alert_recipients: { rule_id: number; user_id: number };
  alert_rules: AlertRuleColumns;
  alert_rules_version: { only_row: Generated<boolean>; version: number };
  alerts: AlertColumns;
  app_changes: AppChangeColumns;
  live_sessions: LiveSessionColumns;
  report_mails: ReportMailColumns;
  zone_presence: { device_id: number; zone_id: number; inside: boolean; since: Date };
  zones: ZoneColumns;
}
