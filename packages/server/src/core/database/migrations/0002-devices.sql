-- Devices, what their people agreed to, the commands sent to them, and the log of who did what.
create extension if not exists pg_trgm;

-- One row per running server; a device is online while the node that holds its socket is alive.
create table gateway_nodes (
  id uuid primary key,
  alive_until timestamptz not null
);

create table devices (
  id bigint generated always as identity primary key,
  unique_uuid uuid not null,
  user_id bigint not null references users,
  token_hash bytea,
  nickname text not null default '',
  name text not null,
  model text not null,
  os_name text not null,
  os_version text not null,
  app_name text not null,
  app_version text not null,
  battery_percent smallint,
  network text,
  -- Granted now. How it came to be is in consents.
  capabilities text[] not null default '{}',
  gateway_node_id uuid references gateway_nodes on delete set null,
  last_seen_at timestamptz,
  joined_at timestamptz not null default now(),
  left_at timestamptz
);
create unique index devices_unique_uuid on devices (unique_uuid) where left_at is null;
create unique index devices_token on devices (token_hash);
create index devices_user on devices (user_id);
create index devices_gateway_node on devices (gateway_node_id);

create table device_assignments (
  user_id bigint not null references users on delete cascade,
  device_id bigint not null references devices on delete cascade,
  assigned_at timestamptz not null default now(),
  primary key (user_id, device_id)
);
create index device_assignments_device on device_assignments (device_id);

create table passcodes (
  id bigint generated always as identity primary key,
  code text not null unique,
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by_device_id bigint references devices
);

create table consents (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices,
  person text not null,
  notice_version integer not null,
  notice_hash text not null,
  language text not null,
  capabilities text[] not null,
  how text not null,
  recorded_at timestamptz not null default now()
);
create index consents_device on consents (device_id, id);

create table commands (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  command_type text not null,
  step text not null default 'QUEUED'
    check (step in ('QUEUED', 'SENT', 'RUNNING', 'DONE', 'FAILED', 'EXPIRED', 'CANCELLED')),
  requested_by bigint not null references users,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  running_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz not null,
  error_details text
);
-- The rule "one open command per device" holds even when two admins press at the same moment.
create unique index commands_one_open on commands (device_id) where step in ('QUEUED', 'SENT', 'RUNNING');
create index commands_deadline on commands (expires_at) where step in ('QUEUED', 'SENT', 'RUNNING');
create index commands_history on commands (device_id, command_type, id desc);

-- Each entry carries the hash of the one before it, per device: a changed, removed or reordered entry shows.
create table audit_entries (
  device_id bigint not null references devices,
  sequence bigint not null,
  recorded_at timestamptz not null default now(),
  actor_id bigint references users,
  actor_name text not null,
  action text not null,
  subject text not null,
  details jsonb not null default '{}',
  previous_hash bytea not null,
  hash bytea not null,
  primary key (device_id, sequence)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger consents_append_only before update or delete or truncate on consents
  for each statement execute function refuse_change();
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();
