import type { Capability, LegalBasis, Offers, Platform, Purpose, SharingHours } from '@fairwatch/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** The legal ground of a supervision; see migration 0053. */
export interface GroundColumns {
  purpose: Generated<Purpose>;
  purpose_text: Generated<string>;
  legal_basis: Generated<LegalBasis>;
  guardian: string | null;
  /** A day, as `2030-01-31`. */
  review_on: ColumnType<Date | null, string | null | undefined, string | null>;
}

/** A device. What it shares is in tables of its own. */
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
  /** True during a call; null when the device does not report it or is offline. */
  in_call: boolean | null;
  /** The IP address of its last connection. */
  address: string | null;
  /** The kind of its client, and the commands that it can carry out; null when it did not say. */
  platform: Platform | null;
  offers: ColumnType<Offers | null, string | null | undefined, string | null>;
  time_zone: string | null;
  /**
   * True when it has a push subscription; the triggers `push_subscriptions_added` and `push_subscriptions_removed` maintain
   * it.
   */
  reachable: Generated<boolean>;
  capabilities: Generated<Capability[]>;
  gateway_node_id: string | null;
  /** Rises whenever another server takes the device over; the server that it belongs to stays when the device goes offline. */
  connection_epoch: Generated<number>;
  epoch_server_id: string | null;
  last_seen_at: Date | null;
  joined_at: Generated<Date>;
  left_at: Date | null;
  paused_at: Date | null;
  /** When it was quarantined by a restore, and what the backup has as granted; both null otherwise. */
  restored_at: Date | null;
  restored_capabilities: Capability[] | null;
  /** The newest head of its log that it reported and that matched, and when. */
  log_known_sequence: number | null;
  log_known_at: Date | null;
  /** The sharing hours; null for any hour. */
  sharing_hours: ColumnType<SharingHours | null, string | null | undefined, string | null>;
  /** The due day of the review that the admins were last notified of. */
  review_told_on: Date | null;
  /** Copied from the person by the triggers `devices_copy_person` and `users_copy_to_devices`. */
  username: Generated<string>;
  contact_info: Generated<string>;
}
