import type { Capability, LegalBasis, Offers, Platform, Purpose, SharingHours } from '@fairwatch/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** On what ground a device is supervised; see migration 0053. */
export interface GroundColumns {
  purpose: Generated<Purpose>;
  purpose_text: Generated<string>;
  legal_basis: Generated<LegalBasis>;
  guardian: string | null;
  /** A day, as `2030-01-31`. */
  review_on: ColumnType<Date | null, string | null | undefined, string | null>;
}

/** A device. What it shares stands in tables of its own. */
export interface DeviceColumns extends GroundColumns {
  id: GeneratedAlways<number>;
  unique_uuid: string;
  user_id: number;
  token_hash: Buffer | null;
  nickname: Generated<string>;
  name: string;
  model: string;
  os_name: string;
  os_version: string;
  app_name: string;
  app_version: string;
  battery_percent: number | null;
  charging: boolean | null;
  network: string | null;
  notice_shown: boolean | null;
  /** Whether a call is under way; null when the device does not tell or is away. */
  in_call: boolean | null;
  /** From where it connected last. */
  address: string | null;
  /** What kind of client it runs, and what that can carry out; null when it did not say. */
  platform: Platform | null;
  offers: ColumnType<Offers | null, string | null | undefined, string | null>;
  /** Whether it has a push subscription; kept by triggers of `push_subscriptions`. */
  reachable: Generated<boolean>;
  capabilities: Generated<Capability[]>;
  gateway_node_id: string | null;
  last_seen_at: Date | null;
  joined_at: Generated<Date>;
  left_at: Date | null;
  paused_at: Date | null;
  /** Came back with a restore and has not said hello since; what the backup says is granted waits beside it. */
  restored_at: Date | null;
  restored_capabilities: Capability[] | null;
  /** The newest entry of its log that it said it knows, while the log had it. */
  log_known_sequence: number | null;
  log_known_at: Date | null;
  /** In which hours the person shares; null for any hour. */
  sharing_hours: ColumnType<SharingHours | null, string | null | undefined, string | null>;
  /** The due day of a review of which the admins were told. */
  review_told_on: Date | null;
  /** Copied from the person by the database. */
  username: Generated<string>;
  contact_info: Generated<string>;
}
