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

/** The tables of places. Generated from the schema: `migrations/README.md` says how. */
export interface PlacesTables {
  alert_deadlines: { rule_id: number; deadline: Date };
  alert_positions: { device_id: number; point_at: Date; evaluated_at: Date };
  alert_readers: { user_id: number; alert_id: number };
  alert_recipients: { rule_id: number; user_id: number };
  alert_rules: {
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
  };
  alert_rules_version: { only_row: Generated<boolean>; version: number };
  alerts: {
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
  };
  app_changes: {
    id: GeneratedAlways<number>;
    device_id: number;
    gone: boolean;
    name: string;
    package_name: string;
    changed_at: Generated<Date>;
  };
  live_sessions: {
    id: number;
    device_id: number;
    started_by: number;
    minutes: number;
    started_at: Generated<Date>;
    until: Date;
    ended_at: Date | null;
    ended_how: LiveEnd | null;
    points: Generated<number>;
  };
  report_mails: {
    id: GeneratedAlways<number>;
    user_id: number;
    group_id: number | null;
    device_id: number | null;
    zone: string;
    created_at: Generated<Date>;
    next_at: Date;
    last_sent_at: Date | null;
  };
  zone_presence: { device_id: number; zone_id: number; inside: boolean; since: Date };
  zones: {
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
  };
}
