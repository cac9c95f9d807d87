import type {
  AskedKind,
  Capability,
  GroupColour,
  GroupRule,
  LegalBasis,
  Offers,
  Platform,
  Purpose,
  SharingHours,
} from '@fairwatch/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** The tables of devices. Generated from the schema: `migrations/README.md` says how. */
export interface DevicesTables {
  device_archives: {
    id: GeneratedAlways<number>;
    device_id: number;
    requested_by: number | null;
    reason: string | null;
    state: Generated<'PENDING' | 'READY' | 'FAILED'>;
    capabilities: Generated<Capability[]>;
    requested_at: Generated<Date>;
    finished_at: Date | null;
    expires_at: Date | null;
    size: number | null;
    sha256: string | null;
    fetched_at: Date | null;
    language: string | null;
  };
  device_assignments: { user_id: number; device_id: number; assigned_at: Generated<Date>; direct: Generated<boolean> };
  device_search: { device_id: number; text: string; details: Generated<string> };
  device_usage: {
    device_id: number;
    kind: 'UPLOADS' | 'TICKET_FILES';
    day: ColumnType<Date, string, string>;
    bytes: number;
  };
  devices: {
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
    network: string | null;
    capabilities: Generated<Capability[]>;
    gateway_node_id: string | null;
    last_seen_at: Date | null;
    joined_at: Generated<Date>;
    left_at: Date | null;
    paused_at: Date | null;
    username: Generated<string>;
    contact_info: Generated<string>;
    charging: boolean | null;
    notice_shown: boolean | null;
    address: string | null;
    restored_at: Date | null;
    restored_capabilities: Capability[] | null;
    log_known_sequence: number | null;
    log_known_at: Date | null;
    purpose: Generated<Purpose>;
    purpose_text: Generated<string>;
    legal_basis: Generated<LegalBasis>;
    guardian: string | null;
    review_on: ColumnType<Date | null, string | null, string | null>;
    review_told_on: ColumnType<Date | null, string | null, string | null>;
    sharing_hours: ColumnType<SharingHours | null, string | null, string | null>;
    in_call: boolean | null;
    platform: Platform | null;
    offers: ColumnType<Offers | null, string | null, string | null>;
    reachable: Generated<boolean>;
    time_zone: string | null;
    connection_epoch: Generated<number>;
    epoch_server_id: string | null;
    display_name: Generated<string>;
  };
  ended_devices: { device_id: number; token_hash: Buffer; ended_by: string; reason: string; ended_at: Generated<Date> };
  ended_servers: {
    id: string;
    name: string;
    version: string;
    address: string | null;
    started_at: Date;
    renewed_at: Date;
    ended_at: Generated<Date>;
    devices: number;
    lag_ms: number;
    was_stopped: boolean;
  };
  gateway_nodes: {
    id: string;
    alive_until: Date;
    name: Generated<string>;
    version: Generated<string>;
    address: string | null;
    started_at: Generated<Date>;
    renewed_at: Generated<Date>;
    devices: Generated<number>;
    lag_ms: Generated<number>;
  };
  group_assignments: { group_id: number; user_id: number };
  group_devices: { group_id: number; device_id: number };
  groups: {
    id: GeneratedAlways<number>;
    owner_id: number;
    name: string;
    colour: GroupColour;
    rule: ColumnType<GroupRule | null, string | null, string | null>;
    created_at: Generated<Date>;
  };
  guardian_links: {
    passcode_id: number;
    device_id: number | null;
    email: string;
    token_hash: Buffer | null;
    is_mailed: Generated<boolean>;
    mailed_at: Date | null;
    decided_at: Date | null;
    signed_by: string | null;
    notice_version: number | null;
    notice_hash: string | null;
    language: string | null;
    decline_reason: Generated<string>;
    withdrawn_at: Date | null;
  };
  list_counts: { list: string; scope: number; shard: number; rows: number };
  passcodes: {
    id: GeneratedAlways<number>;
    code: string;
    created_by: number;
    created_at: Generated<Date>;
    expires_at: Date;
    used_at: Date | null;
    used_by_device_id: number | null;
    tries: Generated<number>;
    purpose: Generated<Purpose>;
    purpose_text: Generated<string>;
    legal_basis: Generated<LegalBasis>;
    guardian: string | null;
    review_on: ColumnType<Date | null, string | null, string | null>;
    name: Generated<string>;
    email: Generated<string>;
    group_id: number | null;
    admin_id: number | null;
    batch_id: Generated<number>;
    reminded_at: Date | null;
    asked: ColumnType<AskedKind[], string | undefined, string>;
    language: string | null;
  };
  push_subscriptions: {
    device_id: number;
    endpoint: string;
    p256dh: string;
    auth: string;
    created_at: Generated<Date>;
    failed_at: Date | null;
  };
}
