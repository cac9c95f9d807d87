/** The domains of the schema, in the order of `schema.sql`. */
export const schemaDomains = [
  'accounts',
  'devices',
  'device data',
  'commands',
  'places',
  'content',
  'consent',
  'audit',
  'tickets',
  'notifications',
  'metrics',
  'settings',
  'shared',
] as const;

export type SchemaDomain = (typeof schemaDomains)[number];

/** The tables of each domain. A test fails for a table that is in none. */
const tablesOf: Readonly<Record<Exclude<SchemaDomain, 'shared'>, readonly string[]>> = {
  accounts: [
    'users',
    'feature_access',
    'saved_views',
    'sessions',
    'sign_in_alerts',
    'verifications',
    'usual_addresses',
    'profile_pictures',
    'two_factor',
    'recovery_codes',
    'passkeys',
    'passkey_challenges',
    'attempt_limits',
  ],
  devices: [
    'devices',
    'device_assignments',
    'groups',
    'group_devices',
    'group_assignments',
    'device_search',
    'device_usage',
    'device_archives',
    'ended_devices',
    'gateway_nodes',
    'ended_servers',
    'passcodes',
    'push_subscriptions',
    'list_counts',
  ],
  'device data': [
    'app_permissions',
    'apps',
    'calendar_events',
    'call_logs',
    'captures',
    'contacts',
    'device_info',
    'device_row_counts',
    'files',
    'gallery',
    'locations',
    'message_threads',
    'messages',
  ],
  commands: ['commands', 'runs', 'run_items', 'schedules', 'schedule_devices', 'schedule_times'],
  places: [
    'zones',
    'live_sessions',
    'report_mails',
    'alert_rules',
    'alert_rules_version',
    'alert_recipients',
    'alerts',
    'alert_readers',
    'zone_presence',
    'alert_positions',
    'app_changes',
  ],
  content: [
    'blobs',
    'condemned_blobs',
    'device_blobs',
    'uploads',
    'admin_uploads',
    'upload_parts',
    'uploaded_files',
    'static_files',
    'cdn_files',
  ],
  consent: ['consents', 'consent_requests', 'given_reasons', 'approvals'],
  audit: [
    'audit_entries',
    'audit_heads',
    'audit_old_heads',
    'audit_erasures',
    'audit_head_mismatches',
    'access_entries',
    'access_head',
    'settings_changes',
  ],
  tickets: ['tickets', 'ticket_messages'],
  notifications: ['notifications', 'notification_settings', 'notification_mails', 'push_notifications'],
  metrics: ['system_samples', 'online_counts', 'active_users', 'fleet_counts', 'fleet_people'],
  settings: ['settings', 'web_push_keys', 'migrations'],
};

const domains = new Map(
  Object.entries(tablesOf).flatMap(([domain, tables]) => tables.map((table) => [table, domain as SchemaDomain])),
);

/** Returns the domain of a table; `shared` for one that is not listed. */
export function domainOfTable(table: string): SchemaDomain {
  return domains.get(table) ?? 'shared';
}
