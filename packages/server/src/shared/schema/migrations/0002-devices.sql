-- Devices, what their people agreed to, the commands sent to them, and the log of who did what.
create extension if not exists pg_trgm;

-- Text in the order people expect: "anna" beside "Anna", and "Room 9" before "Room 10".
create collation natural_order (provider = icu, locale = 'und-u-kn-true');

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

-- The device list: one index for each order it offers, and trigrams for its search.
create index devices_joined on devices (joined_at, id) where left_at is null;
create index devices_app_name on devices (app_name collate natural_order, id) where left_at is null;
create index devices_status on devices ((gateway_node_id is not null), id) where left_at is null;
create index users_username_order on users (username collate natural_order, id);
create index users_contact_order on users (coalesce(email, phone_number, '') collate natural_order, id);
create index devices_search on devices using gin (
  (unique_uuid::text || E'\n' || nickname || E'\n' || name || E'\n' || app_name) gin_trgm_ops
) where left_at is null;
create index users_search on users using gin (
  (username || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone_number, '')) gin_trgm_ops
);

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

-- SHA-256 over every field, each with its length before it, so that no two entries read the same.
create function audit_hash(entry audit_entries) returns bytea language sql stable as $$
  select sha256(convert_to(string_agg(octet_length(field) || ':' || field, '' order by place), 'UTF8'))
  from unnest(array[
    entry.device_id::text,
    entry.sequence::text,
    to_char(entry.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    coalesce(entry.actor_id::text, ''),
    entry.actor_name,
    entry.action,
    entry.subject,
    entry.details::text,
    encode(entry.previous_hash, 'hex')
  ]) with ordinality as fields (field, place)
$$;

-- The database links the chain itself, whoever writes: place, time and both hashes are never taken from the caller.
create function chain_audit_entry() returns trigger language plpgsql as $$
declare
  latest record;
begin
  -- One writer per device at a time; devices do not wait for one another.
  perform pg_advisory_xact_lock(hashtext('audit_entries'), hashint8(new.device_id));
  select sequence, hash into latest from audit_entries
    where device_id = new.device_id order by sequence desc limit 1;
  new.sequence := coalesce(latest.sequence, 0) + 1;
  new.recorded_at := clock_timestamp();
  new.previous_hash := coalesce(latest.hash, '');
  new.hash := audit_hash(new);
  return new;
end $$;
create trigger audit_entries_chain before insert on audit_entries
  for each row execute function chain_audit_entry();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger consents_append_only before update or delete or truncate on consents
  for each statement execute function refuse_change();
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();
