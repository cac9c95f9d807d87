import type {
  AccessLevel,
  SignInAlert,
  AdminRole,
  ArchiveState,
  Capability,
  CommandPhase,
  CommandType,
  FeaturePermission,
  GroupColour,
  GroupRule,
  NotificationChannel,
  NotificationKind,
  NotificationStatus,
  NotificationType,
  StepType,
  UserType,
} from '@fairwatch/contract';
import type { ColumnType, Generated, GeneratedAlways, Kysely } from 'kysely';
import type { DeviceColumns, GroundColumns } from './device-columns.ts';
import type { PlaceTables } from './place-columns.ts';
import type { RunColumns, RunItemColumns, ScheduleColumns } from './run-columns.ts';
import type { EndedServerColumns, GatewayNodeColumns } from './server-columns.ts';

/**
 * The tables for Kysely; the migrations are authoritative and a test compares them. Bigints arrive as numbers, times as
 * Date.
 */
export interface Schema extends PlaceTables {
  settings: { key: string; value: ColumnType<unknown, string, string> };
  users: {
    id: GeneratedAlways<number>;
    username: string;
    email: string | null;
    phone_number: string | null;
    nickname: Generated<string>;
    user_type: UserType;
    admin_role: AdminRole;
    password_hash: string | null;
    custom_sidebar: number | null;
    /** The admin whom the account reports to. */
    reports_to: number | null;
    blocked_at: Date | null;
    /** The role of the admin who blocked it; null on a blocked account counts as SUPER_ADMIN. */
    blocked_by_role: 'ADMIN' | 'SUPER_ADMIN' | null;
    created_at: Generated<Date>;
    contact_info: GeneratedAlways<string>;
    search_text: GeneratedAlways<string>;
  };
  feature_access: {
    id: GeneratedAlways<number>;
    user_id: number;
    feature_permission: FeaturePermission;
    feature_access: AccessLevel;
  };
  sessions: {
    token_hash: Buffer;
    user_id: number;
    remembered: boolean;
    address: string;
    user_agent: string;
    created_at: Generated<Date>;
    last_used_at: Generated<Date>;
    expires_at: Date;
    id: GeneratedAlways<number>;
  };
  sign_in_alerts: {
    id: GeneratedAlways<number>;
    user_id: number;
    kind: SignInAlert['kind'];
    actor_name: string;
    created_at: Generated<Date>;
  };
  verifications: {
    email_hash: Buffer;
    code_hash: Buffer;
    tries: Generated<number>;
    usual_tries: Generated<number>;
    expires_at: Date;
  };
  usual_addresses: { user_id: number; address_hash: Buffer; last_used_at: Generated<Date> };
  profile_pictures: { user_id: number; address: string; bytes: Buffer; changed_at: Generated<Date> };
  two_factor: { user_id: number; sealed_secret: Buffer; enabled_at: Date | null; last_step: Generated<number> };
  recovery_codes: { user_id: number; code_hash: Buffer };
  passkeys: {
    id: GeneratedAlways<number>;
    user_id: number;
    credential_id: Buffer;
    public_key: Buffer;
    counter: number;
    rp_id: string;
    name: string;
    backed_up: boolean;
    created_at: Generated<Date>;
    last_used_at: Date | null;
  };
  passkey_challenges: { challenge_hash: Buffer; session_hash: Buffer | null; expires_at: Date };
  attempt_limits: { subject: string; failures: number; window_ends_at: Date };
  gateway_nodes: GatewayNodeColumns;
  ended_servers: EndedServerColumns;
  devices: DeviceColumns;
  ended_devices: {
    device_id: number;
    token_hash: Buffer;
    ended_by: string;
    reason: string;
    ended_at: Generated<Date>;
  };
  device_usage: { device_id: number; kind: 'UPLOADS' | 'TICKET_FILES'; day: Date; bytes: number };
  device_archives: {
    id: GeneratedAlways<number>;
    device_id: number;
    requested_by: number | null;
    reason: string | null;
    state: Generated<ArchiveState>;
    capabilities: Generated<Capability[]>;
    requested_at: Generated<Date>;
    finished_at: Date | null;
    expires_at: Date | null;
    size: number | null;
    sha256: string | null;
    fetched_at: Date | null;
  };
  device_assignments: { user_id: number; device_id: number; assigned_at: Generated<Date>; direct: Generated<boolean> };
  groups: {
    id: GeneratedAlways<number>;
    owner_id: number;
    name: string;
    colour: GroupColour;
    rule: ColumnType<GroupRule | null, string | null, string | null>;
    created_at: Generated<Date>;
  };
  group_devices: { group_id: number; device_id: number };
  group_assignments: { group_id: number; user_id: number };
  passcodes: GroundColumns & {
    id: GeneratedAlways<number>;
    code: string;
    created_by: number;
    created_at: Generated<Date>;
    expires_at: Date;
    used_at: Date | null;
    used_by_device_id: number | null;
    tries: Generated<number>;
    name: Generated<string>;
    email: Generated<string>;
    group_id: number | null;
    /** To whom the device is assigned; null for `created_by`. */
    admin_id: number | null;
    batch_id: Generated<number>;
    reminded_at: Date | null;
  };
  consents: GroundColumns & {
    id: GeneratedAlways<number>;
    device_id: number;
    person: string;
    notice_version: number;
    notice_hash: string;
    language: string;
    capabilities: Capability[];
    how: string;
    recorded_at: Generated<Date>;
  };
  commands: {
    id: GeneratedAlways<number>;
    device_id: number;
    command_type: CommandType;
    params: ColumnType<Record<string, unknown>, string | undefined, string>;
    step: Generated<StepType>;
    requested_by: number;
    subject: Generated<string>;
    /** What the command is about, for histories and the log. */
    details: ColumnType<Record<string, unknown>, string | undefined, string>;
    created_at: Generated<Date>;
    sent_at: Date | null;
    running_at: Date | null;
    finished_at: Date | null;
    expires_at: Date;
    error_details: string | null;
    progress: number | null;
    phase: CommandPhase | null;
    phases: Generated<CommandPhase[]>;
    run_item_id: number | null;
  };
  runs: RunColumns;
  run_items: RunItemColumns;
  schedules: ScheduleColumns;
  schedule_devices: { schedule_id: number; device_id: number };
  schedule_times: { schedule_id: number; zone: string; next_at: Date | null };
  blobs: {
    sha256: string;
    stored_as: string;
    size: number;
    mime_type: string;
    thumbnail: boolean;
    stored_at: Generated<Date>;
    loose: Generated<boolean>;
    touched_at: Date | null;
  };
  condemned_blobs: {
    stored_as: string;
    due_at: Generated<Date>;
    deleted_at: Date | null;
  };
  device_blobs: {
    id: GeneratedAlways<number>;
    device_id: number;
    capability: Capability;
    sha256: string;
    command_id: number;
    received_at: Generated<Date>;
  };
  uploads: {
    id: string;
    device_id: number;
    command_id: number;
    capability: Capability;
    sha256: string;
    size: number;
    mime_type: string;
    created_at: Generated<Date>;
    finished_at: Date | null;
  };
  upload_parts: { upload_id: string; start: number; size: number; key: string };
  audit_entries: {
    id: GeneratedAlways<number>;
    device_id: number;
    sequence: number;
    recorded_at: Generated<Date>;
    actor_id: number | null;
    actor_name: string;
    action: string;
    subject: string;
    /** Null once erased, when the person has left. */
    details: ColumnType<unknown | null, string, never>;
    previous_hash: Buffer;
    hash: Buffer;
    /** See migration 0050. */
    scheme: Generated<number>;
    key_day: Date | null;
    by_person: Generated<boolean>;
    details_salt: Buffer | null;
    details_digest: Buffer | null;
  };
  consent_requests: {
    id: GeneratedAlways<number>;
    device_id: number;
    capability: Capability;
    asked_by: number;
    asked_at: Generated<Date>;
    answered_at: Date | null;
    answer: 'GRANTED' | 'DECLINED' | 'WITHDRAWN' | null;
    /** The reason that the admin gave. */
    reason: string | null;
  };
  given_reasons: { user_id: number; device_id: number; reason: string; given_at: Generated<Date>; expires_at: Date };
  approvals: {
    id: GeneratedAlways<number>;
    device_id: number;
    capability: Capability;
    action: 'READ' | 'COMMAND';
    permissions: FeaturePermission[];
    level: AccessLevel;
    asked_by: number;
    reason: string | null;
    state: Generated<'PENDING' | 'AGREED' | 'DECLINED' | 'EXPIRED'>;
    asked_at: Generated<Date>;
    expires_at: Date;
    decided_by: number | null;
    decided_at: Date | null;
    holds_until: Date | null;
  };
  notification_settings: { user_id: number; kind: NotificationKind; channel: Exclude<NotificationChannel, 'BELL'> };
  notification_mails: { user_id: number; attempted_at: Date };
  saved_views: {
    user_id: number;
    list: string;
    name: string;
    search: string;
    hidden: string[];
    saved_at: Generated<Date>;
  };
  push_notifications: {
    id: GeneratedAlways<number>;
    device_id: number;
    type: NotificationType;
    title: string;
    message: string;
    sent_by: number;
    status: Generated<NotificationStatus>;
    created_at: Generated<Date>;
    expires_at: Date;
    delivered_at: Date | null;
    seen_at: Date | null;
    dismissed_at: Date | null;
  };
  push_subscriptions: {
    device_id: number;
    endpoint: string;
    p256dh: string;
    auth: string;
    created_at: Generated<Date>;
    failed_at: Date | null;
  };
  audit_heads: { device_id: number; sequence: number; hash: Buffer };
  audit_old_heads: { device_id: number; sequence: number; hash: Buffer; key_day: Date; seal: Buffer };
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
  settings_changes: {
    id: GeneratedAlways<number>;
    key: string;
    before: ColumnType<unknown | null, string | null, never>;
    after: ColumnType<unknown, string, never>;
    changed_by: number;
    changed_by_name: string;
    changed_at: Generated<Date>;
  };
  web_push_keys: { id: Generated<boolean>; public_key: string; private_key: Buffer; created_at: Generated<Date> };
  system_samples: {
    sampled_at: Generated<Date>;
    server: Generated<string>;
    memory: number;
    ram_used: number;
    ram_total: number;
    received: number;
    sent: number;
    uploaded: number;
    disk_free: number;
    disk_total: number;
  };
  online_counts: { node: string; scope: number; devices: number };
  active_users: { scope: number; period: 'hour' | 'day' | 'month'; starts_at: Date; people: number };
  /** Triggers maintain these tables. */
  fleet_counts: { scope: number; kind: 'os' | 'app' | 'people'; value: string; shard: number; amount: number };
  fleet_people: { scope: number; person: number; devices: number; seen_at: Date | null };
  device_search: { device_id: number; text: string; details: Generated<string> };
  list_counts: { list: string; scope: number; shard: number; rows: number };
  device_row_counts: { device_id: number; kind: string; rows: number };
}

/** The database or a transaction. */
export type Database = Kysely<Schema>;
