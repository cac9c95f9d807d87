-- The schema of a new installation: everything that the migrations up to 0094 made. It is executed as it stands, in one
-- transaction, and never changes: a change is a migration in `migrations/`, with a number above 0094. A line with a
-- heading begins a domain; the types of its tables are in one file of `tables/`.

-- Functions are defined before the tables that they read.
set local check_function_bodies = off;

-- Trigrams for searches, also within the rows of one device: an index begins with the device.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Text in the order people expect: "anna" beside "Anna", and "Room 9" before "Room 10".
create collation natural_order (provider = icu, locale = 'und-u-kn-true');

-- ==== shared ====

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- Whatever deletes rows, retention, the person who leaves or the device itself: their bytes are looked at afterwards.
-- In one order, so that two deletions never wait for one another.
create function loosen_blobs() returns trigger language plpgsql as $$
begin
  perform from blobs where sha256 in (select sha256 from gone) order by sha256 for update;
  update blobs set loose = true where sha256 in (select sha256 from gone) and not loose;
  return null;
end $$;

-- The numbers of a version, for comparisons: 1.2.10 is above 1.2.9, and 1.2 equals 1.2.0. A suffix such as -beta does
-- not count. Null for a text that does not begin with a number.
create function version_numbers(version text) returns numeric[] language sql immutable parallel safe
return case when version ~ '^v?\d' then
  (string_to_array(substring(version from '^v?(\d+(?:\.\d+)*)'), '.')::numeric[] || array_fill(0::numeric, array[8]))[1:8] end;

-- The hours in which a person shares are part of every decision about what is told, so the database must be able to
-- judge them. `hours` is as the contract's `sharingHours`; null means at any hour. A zone that PostgreSQL does not know
-- counts as closed.
create function within_hours(hours jsonb, at timestamptz) returns boolean
language plpgsql stable parallel safe as $$
declare
  here timestamp;
begin
  if hours is null or jsonb_typeof(hours) = 'null' then
    return true;
  end if;
  here := at at time zone (hours ->> 'timeZone');
  return exists (
    select from jsonb_array_elements(hours -> 'days') as span
    where span ->> 'day' = (array['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'])[extract(isodow from here)::int]
      -- Times have the form 08:15, so they compare as texts. The end of a day is 24:00.
      and to_char(here, 'HH24:MI') >= span ->> 'from' and to_char(here, 'HH24:MI') < span ->> 'to');
exception when invalid_parameter_value then
  return false;
end
$$;

-- ==== accounts ====

-- Failed attempts per account and per address, so that neither can be guessed through. Survives a restart.
create table attempt_limits (
  subject text primary key,
  failures int not null,
  window_ends_at timestamptz not null
);
create index attempt_limits_window on attempt_limits (window_ends_at);

create table users (
  id bigint generated always as identity primary key,
  username text not null,
  email text,
  phone_number text,
  nickname text not null default '',
  user_type text not null check (user_type in ('ADMIN', 'USER', 'GUEST')),
  admin_role text not null check (admin_role in ('NON_ADMIN', 'PENDING', 'ADMIN', 'SUPER_ADMIN')),
  -- Null for the person of a device, who signs in nowhere.
  password_hash text,
  custom_sidebar smallint check (custom_sidebar >= 1 and custom_sidebar <= 3),
  created_at timestamptz not null default now(),
  -- What a person is found by and sorted by.
  contact_info text generated always as (coalesce(email, phone_number, '')) stored not null,
  search_text text generated always as ((((((username || E'\n') || coalesce(email, '')) || E'\n') ||
    coalesce(phone_number, '')) || E'\n') || nickname) stored not null,
  -- The admin whom the account reports to.
  reports_to bigint references users,
  blocked_at timestamptz,
  -- The role of whoever blocked an account, at that moment. What a SUPER_ADMIN blocked only a SUPER_ADMIN unblocks,
  -- also when the one who blocked is no SUPER_ADMIN any more. Unknown counts as SUPER_ADMIN.
  blocked_by_role text,
  constraint users_blocked_by_role check (blocked_by_role is null or blocked_at is not null and (blocked_by_role in
    ('ADMIN', 'SUPER_ADMIN'))),
  constraint users_not_their_own_superior check (reports_to <> id)
);
create unique index users_username on users (lower(username));
create unique index users_email on users (lower(email)) where password_hash is not null;
create index users_username_order on users (username collate natural_order, id);
create index users_search on users using gin (search_text gin_trgm_ops);
create index users_contact_info on users (contact_info collate natural_order, id);
create index users_admin_role on users (admin_role, id);
create index users_user_type on users (user_type, id);
create index users_reports_to on users (reports_to) where reports_to is not null;
-- Those who sign in, or wait to: few among the many people of devices.
create index users_sign_in on users (id) where password_hash is not null or admin_role <> 'NON_ADMIN';
-- Usernames are given in NFKC, and unique in it. Of older ones, the few that are not in NFKC are found here by how they
-- read.
create index users_username_read on users (lower(normalize(username, NFKC))) where username is not nfkc normalized;

create table feature_access (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  feature_permission text not null,
  feature_access text not null check (feature_access in ('NO_ACCESS', 'READ_ONLY', 'FULL_ACCESS')),
  unique (user_id, feature_permission)
);

-- Passkeys: keys that an account signs in with. Only the public half is here.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- How often the key was used, as far as it counts. One that goes back was copied.
  counter bigint not null,
  -- The name of the host it was made for, and the only one it is taken at.
  rp_id text not null,
  name text not null,
  backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, id);

-- Small squares that the server itself wrote. The address cannot be guessed, and changes with the picture.
create table profile_pictures (
  user_id bigint primary key references users on delete cascade,
  address text not null unique,
  bytes bytea not null,
  changed_at timestamptz not null default now()
);

-- How an admin wants to see a list: search, filters, sort and hidden columns, under a name.
create table saved_views (
  user_id bigint not null references users on delete cascade,
  list text not null check (list ~ '^[a-z-]+$'),
  name text not null,
  -- The query string of the page.
  search text not null,
  hidden text[] not null,
  saved_at timestamptz not null default now(),
  primary key (user_id, list, name)
);

-- Only the hash of a token is kept: who reads this table can sign in as nobody.
create table sessions (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  remembered boolean not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- So that an account can name one of its sessions without its token.
  id bigint generated always as identity not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
create unique index sessions_id on sessions (id);

-- Questions that wait for a passkey's answer. Each is answered once.
create table passkey_challenges (
  challenge_hash bytea primary key,
  -- Of the session that adds a passkey; null for signing in.
  session_hash bytea references sessions on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create index passkey_challenges_session on passkey_challenges (session_hash) where session_hash is not null;

-- What somebody else did to how an account signs in. A row stays until the owner has read it.
create table sign_in_alerts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null,
  actor_name text not null,
  created_at timestamptz not null default now()
);
create index sign_in_alerts_user on sign_in_alerts (user_id, id);

-- Signing in with an authenticator app. The secret is sealed with a key that is not in the database.
create table two_factor (
  user_id bigint primary key references users on delete cascade,
  sealed_secret bytea not null,
  -- Null until a first code proved that the app has the secret.
  enabled_at timestamptz,
  -- The last step of the clock whose code was used: no code counts twice.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id bigint not null references two_factor on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- From where an account signed in lately. The limit that counts over all addresses leaves these out. Only a keyed hash
-- is kept, whose key is not in the database: the table tells nobody where its people are.
create table usual_addresses (
  user_id bigint not null references users on delete cascade,
  address_hash bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (user_id, address_hash)
);
create index usual_addresses_age on usual_addresses (last_used_at);

-- Codes by mail, for those who register. One per address: a new one takes the place of the last. Known by a hash of the
-- address, because whoever asks may not be the one whose address it is.
create table verifications (
  email_hash bytea primary key,
  -- Under a key that is not in the database: six digits would be found by trying.
  code_hash bytea not null,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  -- Tries of a mailed code from the usual addresses of its account: those from elsewhere do not use them up.
  usual_tries smallint not null default 0
);
create index verifications_expiry on verifications (expires_at);

create function copy_person_to_devices() returns trigger language plpgsql as $$
declare
  copied bigint[];
begin
  copied := array(select id from devices where user_id = new.id order by id for no key update);
  update devices set username = new.username, contact_info = new.contact_info where id = any(copied);
  perform from device_search where device_id = any(copied) order by device_id for no key update;
  perform note_device_search(copied);
  return null;
end $$;

create function count_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_list_count('users', 0, (select count(*) from changed));
  else
    perform add_to_list_count('users', 0, -(select count(*) from changed));
  end if;
  return null;
end $$;

create function keep_who_asked() returns trigger language plpgsql as $$
begin
  if exists (select from commands where requested_by = old.id) then
    raise foreign_key_violation using message = 'an account that asked for commands stays';
  end if;
  return null;
end $$;

-- Everyone who reports to an admin, directly or further down. "union" ends it even if somebody made a ring by hand.
create function accounts_below(admin bigint) returns setof bigint language sql stable as $$
  with recursive below as (
    select id from users where reports_to = admin
    union
    select u.id from users u join below b on u.reports_to = b.id
  )
  select id from below
$$;

-- Without one nobody could manage this installation any more. Held by the database, whoever asks.
create function keep_last_super_admin() returns trigger language plpgsql as $$
begin
  if not exists (
    select from users where admin_role = 'SUPER_ADMIN' and blocked_at is null and id <> old.id
  ) then
    raise exception 'the last SUPER_ADMIN stays' using constraint = 'users_last_super_admin';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

-- Everybody an account reports to, directly or further up.
create function accounts_above(account bigint) returns setof bigint language sql stable as $$
  with recursive above as (
    select reports_to as id from users where id = account and reports_to is not null
    union
    select u.reports_to from users u join above a on u.id = a.id where u.reports_to is not null
  )
  select id from above
$$;

create trigger users_copy_to_devices after update on users
  for each row when (new.search_text <> old.search_text or new.contact_info <> old.contact_info)
  execute function copy_person_to_devices();
comment on trigger users_copy_to_devices on users is
  'Copies a changed name or address of a person to their devices, which sort and search by it.';
create trigger users_count_new after insert on users referencing new table as changed
  for each statement execute function count_users();
comment on trigger users_count_new on users is
  'Keeps the length of the list of people, so that no list counts a million rows.';
create trigger users_count_gone after delete on users referencing old table as changed
  for each statement execute function count_users();
comment on trigger users_count_gone on users is
  'Keeps the length of the list of people, so that no list counts a million rows.';
create trigger users_keep_who_asked after delete on users for each row execute function keep_who_asked();
comment on trigger users_keep_who_asked on users is
  'An account that asked for commands stays. A trigger instead of a foreign key, which would lock the account for each command.';
create trigger users_last_super_admin_stays before update of admin_role, blocked_at on users
  for each row when (old.admin_role = 'SUPER_ADMIN' and old.blocked_at is null
    and (new.admin_role <> 'SUPER_ADMIN' or new.blocked_at is not null))
  execute function keep_last_super_admin();
comment on trigger users_last_super_admin_stays on users is
  'Two demotions at once must not leave the installation without a SUPER_ADMIN; only the database sees both.';
create trigger users_last_super_admin_kept before delete on users
  for each row when (old.admin_role = 'SUPER_ADMIN' and old.blocked_at is null)
  execute function keep_last_super_admin();
comment on trigger users_last_super_admin_kept on users is
  'Two deletions at once must not leave the installation without a SUPER_ADMIN; only the database sees both.';

-- ==== devices ====

-- Servers that have ended within the last day, so that the owner sees which one is missing.
create table ended_servers (
  id uuid primary key,
  name text not null,
  version text not null,
  address text,
  started_at timestamptz not null,
  renewed_at timestamptz not null,
  ended_at timestamptz not null default now(),
  devices int not null,
  lag_ms int not null,
  -- True when it was stopped; false when its lease ran out.
  was_stopped boolean not null
);

-- One row per running server; a device is online while the node that holds its socket is alive.
create table gateway_nodes (
  id uuid primary key,
  alive_until timestamptz not null,
  -- What the owner is told about each server that uses this database.
  name text not null default '',
  version text not null default '',
  -- Where this one server can be called, past the balancer; null when it does not know.
  address text,
  started_at timestamptz not null default now(),
  renewed_at timestamptz not null default now(),
  -- As of the last renewal: how many devices are connected, and by how much it came too late.
  devices int not null default 0,
  lag_ms int not null default 0
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
  left_at timestamptz,
  paused_at timestamptz,
  -- A copy of what its person is sorted by, by the triggers `devices_copy_person` and `users_copy_to_devices`.
  username text not null default '',
  contact_info text not null default '',
  charging boolean,
  notice_shown boolean,
  -- The IP address of its last connection.
  address text,
  -- A device that came back with a restore. What its person withdrew since the backup is known to the device alone, so
  -- nothing counts as granted until it has said hello; what the backup says was granted waits here.
  restored_at timestamptz,
  restored_capabilities text[],
  -- The newest entry that a device said it knows, when it last came, and the log had it.
  log_known_sequence bigint,
  log_known_at timestamptz,
  purpose text not null default 'OTHER',
  purpose_text text not null default '',
  legal_basis text not null default 'CONSENT',
  guardian text,
  review_on date,
  -- The due day of which the admins were told.
  review_told_on date,
  -- In which hours of the week the person shares, as the contract's `sharingHours`; null for any hour.
  sharing_hours jsonb,
  -- Whether a call is under way, as the device last told; null when it does not tell or is away.
  in_call boolean,
  -- What kind of client it runs; null when it did not say.
  platform text,
  -- Which commands its client can carry out, and why not the others; null when it can carry out all of them.
  offers jsonb,
  -- Whether it has a row in push_subscriptions: kept by the triggers `push_subscriptions_added` and
  -- `push_subscriptions_removed`, because lists sort by it.
  reachable boolean not null default false,
  time_zone text,
  -- The connection epoch of a device: a number that rises whenever another server takes it over. A server notes the
  -- epoch with each connection and writes what came over it only while the number is the same, so a server that was
  -- stalled cannot write anything of a device that has moved on. `epoch_server_id` is the server that the epoch belongs
  -- to. It stays when the device goes offline: a device that comes back to the same server keeps its epoch, so the
  -- frames of its earlier connection are still accepted in their order.
  connection_epoch bigint not null default 0,
  epoch_server_id uuid,
  constraint devices_restored_share_nothing check ((restored_at is null) = (restored_capabilities is null) and
    (restored_at is null or capabilities = '{}'::text[]))
);
create unique index devices_unique_uuid on devices (unique_uuid) where left_at is null;
create unique index devices_token on devices (token_hash);
create index devices_user on devices (user_id);
create index devices_gateway_node on devices (gateway_node_id);
-- The device list: one index for each order it offers, and trigrams for its search.
create index devices_joined on devices (joined_at, id) where left_at is null;
create index devices_app_name on devices (app_name collate natural_order, id) where left_at is null;
-- A phone that left and joins again is found by its number.
create index devices_left_uuid on devices (unique_uuid) where left_at is not null;
-- The log of a device that left is still searched by the device's name.
create index devices_left on devices (id) where left_at is not null;
create index devices_username on devices (username collate natural_order, id) where left_at is null;
create index devices_contact_info on devices (contact_info collate natural_order, id) where left_at is null;
create index devices_present on devices (id) where left_at is null;
create index devices_restored on devices (restored_at) where restored_at is not null;
create index devices_review on devices (review_on) where review_on is not null and left_at is null;
create index devices_status on devices (
  (case when gateway_node_id is not null then 2 when reachable then 1 else 0 end), id) where left_at is null;
create index devices_reachable on devices (id) where reachable and left_at is null;
-- The order of the list by what each device is called.
create index devices_called on devices (coalesce(nullif(nickname, ''), name) collate natural_order, id) where left_at is null;

-- Everything that is held about the person of a device, as one file that is made on request and kept for a day. The
-- bytes lie in DATA_DIR/archives under the row's id.
create table device_archives (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  -- The super admin who made it for a written request; null when the person asked on their device.
  requested_by bigint references users,
  reason text,
  state text not null default 'PENDING' check (state in ('PENDING', 'READY', 'FAILED')),
  -- What an archive for an admin may hold is what was shared when it was made; it cannot be fetched once one of these
  -- is not.
  capabilities text[] not null default '{}',
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  size bigint,
  sha256 text,
  fetched_at timestamptz,
  check ((requested_by is null) = (reason is null)),
  check ((state = 'READY') = (sha256 is not null and size is not null and
    expires_at is not null))
);
create index device_archives_of_device on device_archives (device_id, id);
-- One under way for each: the person's own, and the one for admins.
create unique index device_archives_pending on device_archives (device_id, (requested_by is null)) where state = 'PENDING';
create index device_archives_expiring on device_archives (coalesce(expires_at, requested_at));

create table device_assignments (
  user_id bigint not null references users on delete cascade,
  device_id bigint not null references devices on delete cascade,
  assigned_at timestamptz not null default now(),
  -- An assignment exists because it was made directly, through a group, or both.
  direct boolean not null default true,
  primary key (user_id, device_id)
);
create index device_assignments_device on device_assignments (device_id);
create index device_assignments_by_group on device_assignments (device_id) where not direct;

-- What a device is found by, apart from it: coming online and going writes its row, and must not write its trigrams.
create table device_search (
  device_id bigint primary key references devices on delete cascade,
  text text not null,
  -- Apart from `text`: not every admin who finds devices may read their details.
  details text not null default ''
);
create index device_search_text on device_search using gin (text gin_trgm_ops);
create index device_search_details on device_search using gin (details gin_trgm_ops);

-- Bytes that a device sent on one day (UTC): as uploads for commands, and as files of tickets. Kept in the database, so
-- that neither a new connection nor a restart of the server renews a quota.
create table device_usage (
  device_id bigint not null references devices on delete cascade,
  kind text not null check (kind in ('UPLOADS', 'TICKET_FILES')),
  day date not null,
  bytes bigint not null check (bytes >= 0),
  primary key (device_id, kind, day)
);
create index device_usage_day on device_usage (day);

-- What a device that an admin ended is told when it comes back with its old token, which opens nothing else. Deleted
-- after 30 days; the device's log keeps who ended it and why.
create table ended_devices (
  device_id bigint primary key references devices on delete cascade,
  token_hash bytea not null unique,
  ended_by text not null,
  reason text not null,
  ended_at timestamptz not null default now()
);
create index ended_devices_age on ended_devices (ended_at);

-- Groups of devices. A group has only devices of its owner's scope; a rule, when it has one, decides which.
create table groups (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users,
  name text not null,
  colour text not null,
  rule jsonb,
  created_at timestamptz not null default now(),
  unique (owner_id, name)
);

create table group_assignments (
  group_id bigint not null references groups on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (group_id, user_id)
);
create index group_assignments_user on group_assignments (user_id);

create table group_devices (
  group_id bigint not null references groups on delete cascade,
  device_id bigint not null references devices on delete cascade,
  primary key (group_id, device_id)
);
create index group_devices_device on group_devices (device_id);

-- How long some lists are: the sum over the shards of a list and scope. Scope 0 is the whole list, otherwise an
-- admin's.
create table list_counts (
  list text not null,
  scope bigint not null,
  shard smallint not null,
  rows bigint not null,
  primary key (list, scope, shard)
) with (fillfactor = 50);
insert into list_counts (list, scope, shard, rows) values ('users', 0, 0, 0), ('devices', 0, 0, 0);

create sequence passcode_batches;
create table passcodes (
  id bigint generated always as identity primary key,
  code text not null unique,
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by_device_id bigint references devices,
  -- How often a passcode that is still valid was tried.
  tries smallint not null default 0,
  -- The legal ground of the supervision. The device that joins with the passcode, and each consent of its person, keep a
  -- copy. The defaults are what counts where nobody was asked.
  purpose text not null default 'OTHER',
  purpose_text text not null default '',
  legal_basis text not null default 'CONSENT',
  guardian text,
  review_on date,
  -- The person it is for; empty for nobody in particular.
  name text not null default '',
  email text not null default '',
  group_id bigint references groups on delete set null,
  -- To whom the device is assigned; null for `created_by`.
  admin_id bigint references users,
  -- The passcodes of one request form a batch.
  batch_id bigint not null default nextval('passcode_batches'),
  reminded_at timestamptz
);
create index passcodes_created_by on passcodes (created_by, id);
create index passcodes_batch on passcodes (batch_id);
create index passcodes_group on passcodes (group_id, id) where group_id is not null;
create index passcodes_admin on passcodes (admin_id) where admin_id is not null and used_at is null;
-- Names and email addresses are erased when a passcode is used, and some time after it expired.
create index passcodes_named on passcodes (expires_at) where (name <> '' or email <> '') and used_at is null;
-- Passcodes that nobody has used are bounded per admin and in all, and deleted some time after they expired. Those that
-- were used stay, and are not counted.
create index passcodes_unused on passcodes (expires_at, created_by) where used_at is null;

-- Where a person's browser can be reached by push while its page is closed.
create table push_subscriptions (
  device_id bigint primary key references devices on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  failed_at timestamptz
);

create function begin_audit_chain() returns trigger language plpgsql as $$
begin
  insert into audit_heads (device_id, sequence, hash) values (new.id, 0, '');
  return null;
end $$;

create function note_device_search(device_ids bigint[]) returns void language sql as $$
  insert into device_search (device_id, text, details)
    select d.id, concat_ws(E'\n', d.unique_uuid, d.nickname, d.name, d.app_name, u.search_text),
      shown_details(d.capabilities, d.paused_at, d.model, d.os_name)
    from devices d join users u on u.id = d.user_id
    where d.id = any(device_ids) and d.left_at is null
    on conflict (device_id) do update set text = excluded.text, details = excluded.details
$$;

create function copy_person_to_device() returns trigger language plpgsql as $$
begin
  -- Shared: a rename at the same moment goes before us or waits, so that its own copy finds this device.
  select username, contact_info into new.username, new.contact_info from users where id = new.user_id for share;
  return new;
end $$;

create function note_changed_device() returns trigger language plpgsql as $$
begin
  perform note_device_search(array[new.id]);
  return null;
end $$;

-- A shard that no other transaction is counting in now: writers neither wait for one another nor deadlock.
create function free_count_shard() returns smallint language plpgsql as $$
declare
  shards constant integer := 64;
  shard integer;
begin
  for tried in 0 .. shards - 1 loop
    shard := (pg_backend_pid() + tried) % shards;
    if pg_try_advisory_xact_lock(hashtext('list_counts'), shard) then
      return shard;
    end if;
  end loop;
  return shard;
end $$;

create function add_to_list_count(counted_list text, counted_scope bigint, change bigint) returns void language sql as $$
  insert into list_counts as kept (list, scope, shard, rows)
    select counted_list, counted_scope, free_count_shard(), change where change <> 0
    on conflict (list, scope, shard) do update set rows = kept.rows + excluded.rows
$$;

create function note_new_devices() returns trigger language plpgsql as $$
begin
  perform add_to_list_count('devices', 0, (select count(*) from changed where left_at is null));
  perform note_device_search((select array_agg(id) from changed));
  return null;
end $$;

-- A device that leaves, returns or is removed changes the list of everyone it is assigned to. First it is taken off the
-- search: whoever is just assigning it holds that row, and is counted before us or finds it gone.
create function note_presence() returns trigger language plpgsql as $$
declare
  change constant integer := case when tg_op = 'UPDATE' and new.left_at is null then 1 else -1 end;
begin
  if change = 1 then
    perform note_device_search(array[new.id]);
  else
    delete from device_search where device_id = old.id;
  end if;
  perform add_to_list_count('devices', 0, change);
  perform add_to_list_count('devices', user_id, change)
    from (select user_id from device_assignments where device_id = old.id order by user_id) as admins;
  return old;
end $$;

-- In the order of the devices, so that two writers cannot deadlock.
create function count_assignments() returns trigger language plpgsql as $$
begin
  perform add_to_list_count('devices', user_id, case tg_op when 'INSERT' then 1 else -1 end * count(*))
    from (
      select c.user_id from changed c join device_search s on s.device_id = c.device_id order by s.device_id
      for key share of s
    ) as present
    group by user_id order by user_id;
  return null;
end $$;

create function count_new_in_fleet() returns trigger language plpgsql as $$
begin
  perform count_in_fleet(array_agg(0::bigint), array_agg(user_id),
      array_agg(counted_os(capabilities, paused_at, os_name, os_version)), array_agg(app_version), 1)
    from changed where left_at is null having count(*) > 0;
  return null;
end $$;

-- Whoever assigns this device holds the same row: either they see what it is now, or we see that it is theirs.
create function count_changed_in_fleet() returns trigger language plpgsql as $$
declare
  scopes bigint[];
  size integer[];
begin
  perform from device_search where device_id = old.id for update;
  scopes := array(select 0::bigint union all select user_id from device_assignments where device_id = old.id order by 1);
  size := array[cardinality(scopes)];
  if old.left_at is null then
    perform count_in_fleet(scopes, array_fill(old.user_id, size),
      array_fill(counted_os(old.capabilities, old.paused_at, old.os_name, old.os_version), size),
      array_fill(old.app_version, size), -1);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if new.left_at is null then
    perform count_in_fleet(scopes, array_fill(new.user_id, size),
      array_fill(counted_os(new.capabilities, new.paused_at, new.os_name, new.os_version), size),
      array_fill(new.app_version, size), 1);
  end if;
  return new;
end $$;

create function count_assigned_in_fleet() returns trigger language plpgsql as $$
begin
  -- A statement of its own: the next one sees what those have done for whom this one waited.
  perform from device_search s where s.device_id in (select device_id from changed) order by s.device_id for key share;
  perform count_in_fleet(array_agg(c.user_id), array_agg(d.user_id),
      array_agg(counted_os(d.capabilities, d.paused_at, d.os_name, d.os_version)),
      array_agg(d.app_version), case tg_op when 'INSERT' then 1 else -1 end)
    from changed c join device_search s on s.device_id = c.device_id join devices d on d.id = c.device_id
    having count(*) > 0;
  return null;
end $$;

-- The OS version of a device is counted by name only while its person shares device details; else it counts as '', "not
-- shared". Who pauses shares nothing, and a device that a restore holds has no capabilities.
create function counted_os(capabilities text[], paused_at timestamptz, os_name text, os_version text) returns text
language sql immutable as $$
  select case when 'DEVICE_INFO' = any(capabilities) and paused_at is null then os_name || ' ' || os_version else '' end
$$;

-- These lock the devices. Whoever adds or removes subscriptions locks them before, in the order of their ids, as
-- everybody does who changes something of a device: else two who do it at once can deadlock.
create function note_subscribed() returns trigger language plpgsql as $$
begin
  perform from devices d join changed on changed.device_id = d.id order by d.id for no key update of d;
  update devices d set reachable = tg_op = 'INSERT' from changed where d.id = changed.device_id;
  return null;
end $$;

-- What a person shares of the details that the list shows. Who pauses shares nothing, and a device that a restore holds
-- has no capabilities.
create function shown_details(capabilities text[], paused_at timestamptz, model text, os_name text) returns text
language sql immutable as $$
  select case when 'DEVICE_INFO' = any(capabilities) and paused_at is null then model || E'\n' || os_name else '' end
$$;

create function remember_ended_server() returns trigger language plpgsql as $$
begin
  delete from ended_servers where ended_at < now() - interval '1 day';
  insert into ended_servers (id, name, version, address, started_at, renewed_at, devices, lag_ms, was_stopped)
    values (old.id, old.name, old.version, old.address, old.started_at, old.renewed_at, old.devices, old.lag_ms,
      old.alive_until >= now())
    on conflict (id) do update set ended_at = excluded.ended_at, renewed_at = excluded.renewed_at,
      devices = excluded.devices, lag_ms = excluded.lag_ms, was_stopped = excluded.was_stopped;
  return null;
end $$;

create trigger devices_audit_chain after insert on devices
  for each row execute function begin_audit_chain();
comment on trigger devices_audit_chain on devices is
  'Every device has a log from its first moment, whoever inserts it.';
create trigger devices_copy_person before insert on devices
  for each row execute function copy_person_to_device();
comment on trigger devices_copy_person on devices is
  'Copies the person''s name and address to the device, so that the device list sorts and searches by them with an index.';
create trigger devices_copy_other_person before update of user_id on devices
  for each row when (new.user_id <> old.user_id) execute function copy_person_to_device();
comment on trigger devices_copy_other_person on devices is
  'Copies the person''s name and address to the device, so that the device list sorts and searches by them with an index.';
create trigger devices_note_new after insert on devices referencing new table as changed
  for each statement execute function note_new_devices();
comment on trigger devices_note_new on devices is
  'Keeps the search index and the length of the device list when devices join.';
create trigger devices_note_left after update of left_at on devices
  for each row when ((old.left_at is null) <> (new.left_at is null)) execute function note_presence();
comment on trigger devices_note_left on devices is
  'Keeps the search index and the length of the device list when a device leaves or comes back.';
create trigger devices_note_removed before delete on devices
  for each row when (old.left_at is null) execute function note_presence();
comment on trigger devices_note_removed on devices is
  'Keeps the length of the device list when a device is deleted.';
create trigger device_assignments_count_new after insert on device_assignments referencing new table as changed
  for each statement execute function count_assignments();
comment on trigger device_assignments_count_new on device_assignments is
  'Keeps the length of each admin''s device list, so that no list counts a million rows.';
create trigger device_assignments_count_gone after delete on device_assignments referencing old table as changed
  for each statement execute function count_assignments();
comment on trigger device_assignments_count_gone on device_assignments is
  'Keeps the length of each admin''s device list, so that no list counts a million rows.';
-- An assignment is added or removed; one that moved would be counted for the wrong admin.
create trigger device_assignments_stay before update of user_id, device_id on device_assignments
  for each row when ((new.user_id, new.device_id) <> (old.user_id, old.device_id)) execute function refuse_change();
comment on trigger device_assignments_stay on device_assignments is
  'The counts see inserts and deletes only, so an assignment is replaced and never changed.';
create trigger devices_fleet_new after insert on devices referencing new table as changed
  for each statement execute function count_new_in_fleet();
comment on trigger devices_fleet_new on devices is
  'Keeps the dashboard''s counts in the transaction that changes what is counted.';
create trigger devices_fleet_removed before delete on devices
  for each row when (old.left_at is null) execute function count_changed_in_fleet();
comment on trigger devices_fleet_removed on devices is
  'Keeps the dashboard''s counts in the transaction that changes what is counted.';
create trigger device_assignments_fleet_new after insert on device_assignments referencing new table as changed
  for each statement execute function count_assigned_in_fleet();
comment on trigger device_assignments_fleet_new on device_assignments is
  'Keeps the dashboard''s counts of each admin in the transaction that changes what is counted.';
create trigger device_assignments_fleet_gone after delete on device_assignments referencing old table as changed
  for each statement execute function count_assigned_in_fleet();
comment on trigger device_assignments_fleet_gone on device_assignments is
  'Keeps the dashboard''s counts of each admin in the transaction that changes what is counted.';
create trigger devices_fleet_changed
  after update of left_at, user_id, os_name, os_version, app_version, capabilities, paused_at on devices
  for each row when ((old.left_at is null) <> (new.left_at is null) or new.left_at is null and
    (old.user_id, counted_os(old.capabilities, old.paused_at, old.os_name, old.os_version), old.app_version) is distinct from
    (new.user_id, counted_os(new.capabilities, new.paused_at, new.os_name, new.os_version), new.app_version))
  execute function count_changed_in_fleet();
comment on trigger devices_fleet_changed on devices is
  'Keeps the dashboard''s counts in the transaction that changes what is counted.';
create trigger push_subscriptions_added after insert on push_subscriptions
  referencing new table as changed for each statement execute function note_subscribed();
comment on trigger push_subscriptions_added on push_subscriptions is
  'Keeps devices.reachable, which the device list shows and filters without a join.';
create trigger push_subscriptions_removed after delete on push_subscriptions
  referencing old table as changed for each statement execute function note_subscribed();
comment on trigger push_subscriptions_removed on push_subscriptions is
  'Keeps devices.reachable, which the device list shows and filters without a join.';
create trigger devices_note_search
  after update of unique_uuid, user_id, nickname, name, app_name, model, os_name, capabilities, paused_at on devices
  for each row when (new.left_at is null and
    (new.unique_uuid, new.user_id, new.nickname, new.name, new.app_name,
      shown_details(new.capabilities, new.paused_at, new.model, new.os_name))
    is distinct from
    (old.unique_uuid, old.user_id, old.nickname, old.name, old.app_name,
      shown_details(old.capabilities, old.paused_at, old.model, old.os_name)))
  execute function note_changed_device();
comment on trigger devices_note_search on devices is
  'Keeps the search index of the device list, in a table of its own, so that frequent updates of a device do not rewrite it. A model ceases to be found in the transaction that withdraws device details.';
create trigger gateway_nodes_ended after delete on gateway_nodes for each row when (old.name <> '')
  execute function remember_ended_server();
comment on trigger gateway_nodes_ended on gateway_nodes is
  'Remembers for a day which server has ended, whoever deletes its row: itself when it stops, or another one when its lease has run out.';

-- ==== commands ====

-- No index of commands depends on the step: a step on the way changes the row and none of its indexes. There is room on
-- each page for the next step of its commands, and what is outdated goes soon.
create table commands (
  id bigint generated always as identity primary key,
  device_id bigint not null,
  command_type text not null,
  step text not null default 'QUEUED' check (step in ('QUEUED', 'SENT', 'RUNNING', 'DONE', 'FAILED', 'EXPIRED',
    'CANCELLED')),
  -- No foreign keys: `commands_audit` looks device and admin up for all commands of a statement together. Both stay, the
  -- device by its head in the log and the admin by `users_keep_who_asked`.
  requested_by bigint not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  running_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz not null,
  error_details text,
  progress smallint check (progress >= 0 and progress <= 100),
  -- What a command carries beside its type.
  params jsonb not null default '{}',
  -- A command is in the log because it is in the queue: no statement can do the one without the other, and one that
  -- queues many writes their entries together.
  subject text not null default '',
  -- What the device is doing for the command.
  phase text check (phase in ('COUNTDOWN', 'RECORDING', 'UPLOADING')),
  -- All it went through. A capture that was not counted down where its person could see it is not taken.
  phases text[] not null default '{}',
  -- What a command was asked to do, in the words of its line in the log; its history shows the same words.
  details jsonb not null default '{}',
  run_item_id bigint,
  constraint commands_ended_when_final check ((finished_at is null) = (step in ('QUEUED', 'SENT', 'RUNNING')))
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);
create index commands_history on commands (device_id, command_type, id desc);
create index commands_finished on commands (finished_at) where finished_at is not null;
create unique index commands_one_open on commands (device_id) where finished_at is null;
-- Its predicate is written differently for the reason of `run_items_unfinished_of_run`.
create index commands_deadline on commands (expires_at) where num_nulls(finished_at) = 1;
create unique index commands_run_item on commands (run_item_id) where run_item_id is not null;

-- No index depends on the state, and room is left on each page: so an item becomes OPEN by a heap-only update, which
-- changes no index. Queries say `finished_at is null` beside the state, for the partial indexes.
create table run_items (
  id bigint generated always as identity primary key,
  -- No foreign key: its check of every row would cost half as much as the insert of the row. Who deletes a run deletes
  -- its items.
  run_id bigint not null,
  device_id bigint not null,
  kind text not null check (kind in ('COMMAND', 'NOTIFY', 'ASK', 'END')),
  -- Null for what is no command.
  command_type text,
  -- What must be shared; null for END.
  capability text,
  params jsonb not null default '{}',
  details jsonb not null default '{}',
  state text not null default 'WAITING' check (state in ('WAITING', 'OPEN', 'DONE', 'FAILED', 'EXPIRED', 'CANCELLED',
    'SKIPPED')),
  reason text not null default '',
  command_id bigint,
  started_at timestamptz,
  finished_at timestamptz,
  -- Who the run is for, as in `runs`; null for items that had ended before this column.
  requested_by bigint,
  -- Its place among the items of its device: each admin's next item has the next higher number, so that the lowest
  -- number is the turn of whoever was served least.
  turn int not null default 0,
  check ((command_type is not null) = (kind = 'COMMAND')),
  check ((finished_at is null) = (state in ('WAITING', 'OPEN'))),
  constraint run_items_requested_by check (finished_at is not null or requested_by is not null)
) with (fillfactor = 40);
create index run_items_of_run on run_items (run_id, device_id);
-- While nothing runs, both indexes of unfinished items are empty and cost the planner the same, and it would read this
-- one whole to find a device. So its predicate is written differently, and only a query that writes it so can use it.
create index run_items_unfinished_of_run on run_items (run_id) where num_nulls(finished_at) = 1;
-- What must be erased when a device leaves. Most items say nothing more about it, and are not in this index.
create index run_items_about_device on run_items (device_id) where params <> '{}' or details <> '{}' or reason <> '';
create index run_items_unfinished on run_items (device_id, turn, id) where finished_at is null and kind = 'COMMAND';
-- For the turns of admins. Its predicate is written differently for the reason of `run_items_unfinished_of_run`.
create index run_items_of_requester on run_items (requested_by, device_id)
  where num_nonnulls(finished_at) = 0 and kind = 'COMMAND';
create index run_items_direct on run_items (requested_by, id) where finished_at is null and kind <> 'COMMAND';

-- A run is a plan that the server carries out: one action on one or more devices. Its items are fed to their devices
-- one after the other. An item and its command are linked both ways, so that a command is never queued twice for one
-- item.
create table runs (
  id bigint generated always as identity primary key,
  -- Made by who asks for the run, so that a repeated request starts it once.
  client_id uuid not null,
  action text not null,
  title text not null,
  requested_by bigint not null references users,
  schedule_id bigint,
  schedule_name text,
  reason text not null default '',
  devices int not null check (devices > 0),
  -- The device of a run for one device; null for several.
  device_id bigint references devices on delete set null,
  created_at timestamptz not null default now(),
  cancelled_at timestamptz,
  finished_at timestamptz,
  -- How many items ended in each state; null until the run has finished.
  counts jsonb,
  -- When its admin was notified that it has finished, and the earliest time for that: files may follow that are still
  -- being uploaded.
  announced_at timestamptz,
  announce_after timestamptz not null default now(),
  -- How many bytes the parameters and details of its items have.
  bytes bigint not null default 0,
  check ((counts is null) = (finished_at is null)),
  unique (requested_by, client_id)
);
create index runs_of_admin on runs (requested_by, id desc);
create index runs_unfinished on runs (id) where finished_at is null;
create index runs_unannounced on runs (id) where finished_at is not null and announced_at is null;
create index runs_finished on runs (finished_at) where finished_at is not null;
create index runs_of_device on runs (device_id) where device_id is not null;
create index runs_of_schedule on runs (schedule_id, id) where schedule_id is not null;

-- A schedule starts a run again and again. With a time on the devices' own clocks it has one row of times per time
-- zone.
create table schedules (
  id bigint generated always as identity primary key,
  name text not null,
  purpose text not null,
  action jsonb not null,
  -- The action in words.
  title text not null,
  timing jsonb not null,
  group_id bigint references groups,
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  paused_at timestamptz
);
create index schedules_of_admin on schedules (created_by);
create index schedules_of_group on schedules (group_id) where group_id is not null;

-- The devices that a schedule is for. Those of a group follow its members: a device is added together with the entry in
-- its log that says so, and runs start only for devices in this table.
create table schedule_devices (
  schedule_id bigint not null references schedules on delete cascade,
  device_id bigint not null references devices on delete cascade,
  primary key (schedule_id, device_id)
);
create index schedule_devices_device on schedule_devices (device_id);

-- When a schedule starts next; `zone` is empty unless the time is on the devices' own clocks. Whoever moves the time on
-- starts the run in the same transaction, so that no server starts it twice.
create table schedule_times (
  schedule_id bigint not null references schedules on delete cascade,
  zone text not null,
  next_at timestamptz,
  primary key (schedule_id, zone)
);
create index schedule_times_due on schedule_times (next_at) where next_at is not null;

-- Whoever asks for a command is an admin: their name stays when details are erased.
create function audit_commands() returns trigger language plpgsql as $$
declare
  written bigint;
  today date := demand_audit_key();
  seed bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
begin
  -- Whoever wants to remove the admin waits.
  perform from users where id in (select requested_by from queued) for key share;
  with found as (
    -- At most one per device: a device has one open command.
    select h.device_id, h.sequence + 1 as sequence, h.hash as previous_hash, c.requested_by, u.username, c.subject,
      c.details || jsonb_build_object('commandId', c.id, 'commandType', c.command_type) as details,
      salt_of(seed, h.device_id) as salt
    from queued c join audit_heads h on h.device_id = c.device_id join users u on u.id = c.requested_by
    where c.finished_at is null order by h.device_id for update of h
  ), timed as materialized (
    select *, clock_timestamp() as recorded_at, details_digest(salt, '0:' || details::text) as digest from found
  ), chained as materialized (
    select *, keyed_audit_hash(device_id, sequence, recorded_at, requested_by, false, username, 'COMMAND', subject, digest,
      previous_hash) as hash
    from timed
  ), moved as (
    update audit_heads h set sequence = c.sequence, hash = c.hash from chained c where h.device_id = c.device_id
  )
  insert into audit_entries (device_id, sequence, recorded_at, actor_id, actor_name, action, subject, details,
    previous_hash, hash, scheme, key_day, details_salt, details_digest)
  select device_id, sequence, recorded_at, requested_by, username, 'COMMAND', subject, details, previous_hash, hash,
    2, today, salt, digest
  from chained;
  get diagnostics written = row_count;
  if written <> (select count(*) from queued where finished_at is null) or exists (
    select from queued c where finished_at is not null and (not exists (select from devices where id = c.device_id)
      or not exists (select from users where id = c.requested_by))
  ) then
    raise foreign_key_violation using message = 'a command needs a device and an admin who asked';
  end if;
  return null;
end $$;

create function keep_command_of() returns trigger language plpgsql as $$
begin
  raise exception 'a command stays with its device and with the admin who asked';
end $$;

create trigger commands_audit after insert on commands referencing new table as queued
  for each statement execute function audit_commands();
comment on trigger commands_audit on commands is
  'A command and its entry in the device''s log are one statement: no command can exist without its entry.';
create trigger commands_keep_of before update of device_id, requested_by on commands
  for each statement execute function keep_command_of();
comment on trigger commands_keep_of on commands is
  'The log names a command by its id, so its device and who asked for it never change.';

-- ==== content ====

-- Files on their way from a console. How much of one is there, its file on the disk tells.
create table admin_uploads (
  id text primary key,
  admin_id bigint not null references users on delete cascade,
  device_id bigint references devices on delete cascade,
  capability text,
  sha256 text not null,
  size bigint not null,
  created_at timestamptz not null default now(),
  constraint admin_uploads_identity unique nulls not distinct (admin_id, device_id, capability, sha256)
);
create index admin_uploads_device on admin_uploads (device_id);
create index admin_uploads_created on admin_uploads (created_at);
create index admin_uploads_sha256 on admin_uploads (sha256);

-- The bytes that devices send, each kept once under its SHA-256, and who sent what.
create table blobs (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint not null,
  -- By its first bytes, whatever the device called it.
  mime_type text not null,
  thumbnail boolean not null,
  stored_at timestamptz not null default now(),
  -- Perhaps nobody's any more: housekeeping looks, and deletes it from the disk if so.
  loose boolean not null default true,
  -- When somebody last began to send the bytes of this blob to S3; null once a row owns it, and for blobs on the disk
  -- of the server. The bytes arrive before their owner is stored, so the sweep leaves the blob alone for a while.
  touched_at timestamptz,
  -- The name of the bytes in the blob store. A name that was condemned is never used again: the same bytes are stored
  -- anew under another one, so a deletion that the store carries out late takes nothing that a row owns. The blobs of
  -- older versions keep their hash as name.
  stored_as text not null,
  constraint blobs_stored_as_check check (stored_as ~ '^[0-9a-f]{64}(\.[0-9a-f]{16})?$' and starts_with(stored_as,
    sha256))
);
create index blobs_loose on blobs (sha256) where loose;

-- Names of bytes to which no row refers any more, to be deleted from the blob store outside of any transaction.
create table condemned_blobs (
  stored_as text primary key,
  -- When the bytes are deleted next. A server that begins to delete them moves it on, so that the others leave them
  -- alone.
  due_at timestamptz not null default now(),
  -- When they were deleted first. They are deleted a second time later, for a sender that was slower than the sweep.
  deleted_at timestamptz
);
create index condemned_blobs_due on condemned_blobs (due_at);

create table device_blobs (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  capability text not null,
  sha256 text not null references blobs,
  -- The latest command it was sent for. The command may be gone before the file.
  command_id bigint not null,
  received_at timestamptz not null default now(),
  unique (device_id, capability, sha256)
);
create index device_blobs_received on device_blobs (capability, received_at);
create index device_blobs_sha256 on device_blobs (sha256);
-- How many files came for a command is counted before the next one is taken.
create index device_blobs_of_command on device_blobs (command_id, device_id, sha256);

create table cdn_files (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  capability text not null,
  sha256 text not null,
  path text not null,
  command_id bigint not null,
  requested_by bigint not null references users,
  stored_at timestamptz not null default now(),
  -- Gone with its bytes, whatever deletes those.
  foreign key (device_id, capability, sha256) references device_blobs (device_id, capability, sha256)
    on delete cascade
);
create index cdn_files_list on cdn_files (device_id, id);
create index cdn_files_bytes on cdn_files (device_id, capability, sha256);
-- A command can ask for several files. Each is stored once per command; paths are longer than an index entry may be.
create unique index cdn_files_command on cdn_files (command_id, md5(path));

-- What the installation itself offers for download: the client app, one version at a time, and documents about it.
create table static_files (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('APP', 'DOCUMENT')),
  name text not null,
  sha256 text not null references blobs,
  -- Cannot be guessed, and stays when a newer version takes its place: links and QR codes go on working.
  address text not null unique,
  -- From the app's own manifest.
  package_name text,
  version_name text,
  version_code bigint,
  updated_by bigint not null references users,
  updated_at timestamptz not null default now(),
  check ((kind = 'APP') = (package_name is not null and version_name is not null and version_code is not null))
);
create unique index static_files_app on static_files (kind) where kind = 'APP';
create unique index static_files_document on static_files (name) where kind = 'DOCUMENT';
create index static_files_sha256 on static_files (sha256);

-- The parts of uploads that lie in S3, each received by one server. A part begins where the one before it ends.
create table upload_parts (
  -- A row of `uploads` or of `admin_uploads`.
  upload_id text not null,
  start bigint not null check (start >= 0),
  size bigint not null check (size > 0),
  key text not null,
  primary key (upload_id, start)
);

-- Files that admins upload for a device: the same blobs, kept by rows of their own.
create table uploaded_files (
  -- Numbered together with cdn_files, because both stand in one list.
  id bigint default nextval('cdn_files_id_seq') primary key,
  device_id bigint not null references devices on delete cascade,
  capability text not null,
  sha256 text not null references blobs,
  name text not null,
  uploaded_by bigint not null references users,
  received_at timestamptz not null default now(),
  unique (device_id, capability, sha256, name)
);
create index uploaded_files_list on uploaded_files (device_id, id);
create index uploaded_files_received on uploaded_files (capability, received_at);
create index uploaded_files_sha256 on uploaded_files (sha256);

-- Files on their way. A finished one stays for a while, so that a device which lost the answer learns it.
create table uploads (
  id text primary key,
  device_id bigint not null references devices on delete cascade,
  command_id bigint not null,
  capability text not null,
  sha256 text not null,
  size bigint not null,
  mime_type text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index uploads_device on uploads (device_id, created_at);
create index uploads_created on uploads (created_at);
create index uploads_open on uploads (sha256) where finished_at is null;

-- Every file from or for a device that the server has.
create view stored_files as
  select id, device_id, capability, sha256, path, requested_by, stored_at, 'FROM_DEVICE' as direction from cdn_files
  union all
  select id, device_id, capability, sha256, name, uploaded_by, received_at, 'TO_DEVICE' from uploaded_files;

create trigger device_blobs_gone after delete on device_blobs
  referencing old table as gone for each statement execute function loosen_blobs();
comment on trigger device_blobs_gone on device_blobs is
  'Notes blobs that may have lost their last owner, so that their bytes are deleted although many kinds of rows own blobs.';
create trigger uploaded_files_gone after delete on uploaded_files
  referencing old table as gone for each statement execute function loosen_blobs();
comment on trigger uploaded_files_gone on uploaded_files is
  'Notes blobs that may have lost their last owner, so that their bytes are deleted although many kinds of rows own blobs.';
create trigger static_files_gone after delete on static_files
  referencing old table as gone for each statement execute function loosen_blobs();
comment on trigger static_files_gone on static_files is
  'Notes blobs that may have lost their last owner, so that their bytes are deleted although many kinds of rows own blobs.';

-- ==== device data ====

-- A number, or a word with a digit in it, is a code when a word such as "code", "PIN" or "TAN" stands near it in the
-- same message. Every comparison is in the C collation: the result depends on no locale, so the function is immutable
-- in earnest. Accented and non-Latin words are therefore spelled in both cases. Masking too much costs a click; masking
-- too little shows a code.
create function mask_codes(body text) returns text language plpgsql immutable strict parallel safe as $$
declare
  -- How many characters away from its word a code may stand.
  near constant int := 80;
  -- Longer texts have every digit masked: looking around each number of a very long text takes too much time.
  longest constant int := 4000;
  digit constant text := '[0-9٠-٩۰-۹०-९０-９]';
  number constant text := '[+]?' || digit || '(?:[ -]?' || digit || '){3,}'
    || '|(?<![A-Za-z0-9])(?=[A-Za-z0-9]*[0-9])[A-Za-z0-9]{4,16}(?![A-Za-z0-9])';
  word constant text := '\m(?:m|i|e|sms|push|photo|chip|app)?-?(?:pin|tan|t?otp|pac|cvv|cvc)s?(?![a-z])'
    -- English, German, French, Dutch, Italian, Spanish, Portuguese, Romanian
    || '|codes?(?![a-z])|codice|codici|c[oóÓ]digo|\mc[oóÓ]d(?:ul)?(?![a-z])|password|passwort|passwd|kennwort|geheimzahl'
    || '|mot de passe|wachtwoord|contrase|senha|\mclave|\mparol|verif[yií]|v[éÉ]rifi|authenti|autenti|2fa|one[- ]time'
    || '|log ?in(?![a-z])|sign[- ]?in(?![a-z])'
    -- Polish, Czech, Slovak, Hungarian, Swedish, Danish, Norwegian, Finnish, Turkish, Indonesian, Vietnamese
    || '|k[oóÓ]d(?:e|en|er|em|u|y)?(?![a-z])|\mkodu|has[lł]o|heslo|jelsz|l[öÖ]senord|koodi|salasana|tunnusluku'
    || '|[şŞ]ifre|do[ğĞ]rula|sandi(?![a-z])|mã|Mã|MÃ'
    -- Russian, Ukrainian, Bulgarian, Greek, Arabic, Persian, Hebrew, Hindi, Thai, Chinese, Japanese, Korean
    || '|код|Код|КОД|парол|Парол|ПАРОЛ|κωδικ|Κωδικ|ΚΩΔΙΚ|رمز|كود|کد|קוד|סיסמ|कोड|ओटीपी|รหัส'
    || '|验证码|驗證碼|校验码|动态码|動態碼|密码|密碼|認証|コード|暗証|パスワード|인증|코드|비밀번호';
  -- A part of every word above, or its script. It looks around nothing and is many times faster: most messages need no more.
  part constant text := 'pin|tan|otp|pac|cv[vc]|[ck][oóÓ]d|passw|mot de|wort|woord|geheim|contrase|senha|clave|parol|v[eéÉ]rif|authenti'
    || '|autenti|2fa|one.time|log ?in|sign.?in|has.o|heslo|jelsz|senord|koodi|salasana|tunnus|ifre|rula|sandi|m[ãÃ]|[\u0370-\u1fff\u3000-\ud7ff]';
  currency constant text := '(?:€|\$|£|¥|₹|₽|EUR|USD|GBP|CHF|INR|Rs\.?|kr|zł|Kč)';
  given constant text collate "C" := body;
  parts text[] collate "C";
  numbers text[] collate "C";
  is_near boolean[];
  distance int;
  masked text;
begin
  if given !~ digit or given !~* part or given !~* word then return given; end if;
  if length(given) > longest then return regexp_replace(given, digit, '•', 'g'); end if;
  parts := regexp_split_to_array(given, number);
  numbers := array(select hit[1] from regexp_matches(given, '(' || number || ')', 'g') hit);
  if cardinality(numbers) = 0 then return given; end if;
  -- Forwards for words before a number, then backwards for words after it. A number between a word and another number counts as text.
  distance := near + 1;
  for place in 1..cardinality(numbers) loop
    distance := case
      when (right(parts[place], near) || numbers[place]) ~* word then 0
      else distance + length(parts[place])
    end;
    is_near[place] := distance <= near;
    distance := distance + length(numbers[place]);
  end loop;
  distance := near + 1;
  for place in reverse cardinality(numbers)..1 loop
    distance := case
      when left(parts[place + 1], near) ~* word then 0
      else distance + length(parts[place + 1])
    end;
    is_near[place] := is_near[place] or distance <= near;
    distance := distance + length(numbers[place]);
  end loop;
  masked := parts[1];
  for place in 1..cardinality(numbers) loop
    masked := masked || case
      when not is_near[place]
        -- Sums of money, telephone numbers with their country, and dates are no codes.
        or parts[place + 1] ~ ('^(?:[.,]' || digit || '{2}(?!' || digit || ')| ?' || currency || ')')
        or parts[place] ~ (currency || ' ?$')
        or numbers[place] ~ '^[+].{8}'
        or numbers[place] ~ '^(?:(?:19|20)[0-9]{2}-[01][0-9]-[0-3][0-9]|[0-3][0-9]-[01][0-9]-(?:19|20)[0-9]{2})$'
      then numbers[place]
      else regexp_replace(numbers[place], '[A-Za-z0-9]|' || digit, '•', 'g')
    end || parts[place + 1];
  end loop;
  return masked;
end $$;

create table app_permissions (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  title text not null,
  status text not null,
  permission text not null,
  description text not null,
  user_permission_requirement text not null,
  received_at timestamptz not null default now(),
  unique (device_id, key)
);
create index app_permissions_title on app_permissions (device_id, title collate natural_order, id);
create index app_permissions_status on app_permissions (device_id, status collate natural_order, id);
create index app_permissions_permission on app_permissions (device_id, permission collate natural_order, id);
create index app_permissions_requirement
  on app_permissions (device_id, user_permission_requirement collate natural_order, id);
create index app_permissions_received on app_permissions (received_at);

create table apps (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  name text not null,
  package_name text not null,
  version text not null,
  size bigint not null,
  system boolean not null,
  installed_at timestamptz not null,
  icon_hash text,
  received_at timestamptz not null default now(),
  unique (device_id, key)
);
create index apps_name on apps (device_id, name collate natural_order, id);
create index apps_size on apps (device_id, size, id);
create index apps_installed_at on apps (device_id, installed_at, id);
create index apps_package_name on apps (device_id, package_name collate natural_order, id);
create index apps_received on apps (received_at);

create table calendar_events (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  title text not null,
  location text not null,
  start_date timestamptz not null,
  end_date timestamptz not null,
  description text not null,
  all_day boolean not null,
  received_at timestamptz not null default now(),
  unique (device_id, key)
);
create index calendar_events_start_date on calendar_events (device_id, start_date, id);
create index calendar_events_title on calendar_events (device_id, title collate natural_order, id);
create index calendar_events_location on calendar_events (device_id, location collate natural_order, id);
create index calendar_events_received on calendar_events (received_at);
create index calendar_events_search on calendar_events using gin (
  device_id, (coalesce(title, '') || E'\n' || coalesce(location, '') || E'\n' || coalesce(description, '')) gin_trgm_ops
);

create table call_logs (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  name text not null,
  phone_number text not null,
  duration int not null,
  date timestamptz not null,
  state text not null,
  received_at timestamptz not null default now(),
  unique (device_id, key)
);
create index call_logs_date on call_logs (device_id, date, id);
create index call_logs_duration on call_logs (device_id, duration, id);
create index call_logs_phone_number on call_logs (device_id, phone_number collate natural_order, id);
create index call_logs_received on call_logs (received_at);
-- The search within one device's rows, for the kinds of which a device may have many.
create index call_logs_search on call_logs using gin (
  device_id, (coalesce(name, '') || E'\n' || coalesce(phone_number, '')) gin_trgm_ops
);

create table captures (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  kind text not null check (kind in ('PHOTO', 'VIDEO', 'VOICE', 'CALL')),
  -- Its request. The command may be gone before the capture.
  command_id bigint not null unique,
  requested_by bigint not null references users,
  capability text not null,
  sha256 text not null,
  duration_ms int,
  camera text check (camera in ('FRONT', 'BACK')),
  captured_at timestamptz not null default now(),
  -- Gone with its file, whatever deletes that: its days, its person or an admin.
  foreign key (device_id, capability, sha256) references device_blobs (device_id, capability, sha256)
    on delete cascade
);
create index captures_list on captures (device_id, kind, id);
create index captures_file on captures (device_id, capability, sha256);

create table contacts (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  name text not null,
  phone_number text not null,
  email text not null,
  address text not null,
  -- Rows are kept for some days after they last came.
  received_at timestamptz not null default now(),
  unique (device_id, key)
);
create index contacts_name on contacts (device_id, name collate natural_order, id);
create index contacts_phone_number on contacts (device_id, phone_number collate natural_order, id);
create index contacts_email on contacts (device_id, email collate natural_order, id);
create index contacts_received on contacts (received_at);
create index contacts_search on contacts using gin (
  device_id, (coalesce(name, '') || E'\n' || coalesce(phone_number, '') || E'\n' || coalesce(email, '')) gin_trgm_ops
);

create table device_info (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  "group" text not null,
  name text not null,
  value text not null,
  used bigint,
  total bigint,
  position int not null,
  received_at timestamptz not null default now(),
  unique (device_id, key)
);
create index device_info_position on device_info (device_id, position, id);
create index device_info_name on device_info (device_id, name collate natural_order, id);
create index device_info_received on device_info (received_at);

-- How many rows of each kind a device has, kept while they change: counting a million of them would take its time.
create table device_row_counts (
  device_id bigint not null references devices on delete cascade,
  kind text not null,
  rows bigint not null,
  primary key (device_id, kind)
) with (fillfactor = 70);

-- What lies in the folder that a device shares, and which of it the server has.
create table files (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  parent text not null,
  name text not null,
  folder boolean not null,
  size bigint not null,
  mime_type text not null,
  modified_at timestamptz not null,
  received_at timestamptz not null default now(),
  unique (device_id, key)
);
create index files_place on files (device_id, parent, name);
create index files_name on files (device_id, name collate natural_order, id);
create index files_size on files (device_id, size, id);
create index files_mime_type on files (device_id, mime_type collate natural_order, id);
create index files_modified_at on files (device_id, modified_at, id);
create index files_received on files (received_at);
create index files_search on files using gin (device_id, coalesce(name, '') gin_trgm_ops);

-- Photos and videos: facts and previews come with an Update, an original when somebody asks for it.
create table gallery (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  kind text not null,
  file_name text not null,
  album text not null,
  mime_type text not null,
  width int not null,
  height int not null,
  duration_ms int,
  size bigint not null,
  taken_at timestamptz not null,
  preview_hash text,
  -- The original, and the size that the device had told when it came: one that has changed since is no longer this one.
  -- Updates leave both alone.
  file_hash text,
  file_of_size bigint,
  received_at timestamptz not null default now(),
  unique (device_id, key)
);
create index gallery_taken_at on gallery (device_id, taken_at, id);
create index gallery_file_name on gallery (device_id, file_name collate natural_order, id);
create index gallery_size on gallery (device_id, size, id);
create index gallery_received on gallery (received_at);

create table locations (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  received_at timestamptz not null default now(),
  nickname text not null,
  latitude double precision not null,
  longitude double precision not null,
  accuracy double precision not null,
  address text not null,
  timezone text not null,
  local_date_time timestamptz not null,
  unique (device_id, key)
);
create index locations_received on locations (received_at);
create index locations_local_date_time on locations (device_id, local_date_time, id);
create index locations_accuracy on locations (device_id, accuracy, id);
create index locations_search on locations using gin (
  device_id, (coalesce(address, '') || E'\n' || coalesce(nickname, '')) gin_trgm_ops
);

-- The threads of a device in the order of their newest message, so that a page of them is read without all the others.
-- Those who change a device's messages take turns in device_row_counts.
create table message_threads (
  device_id bigint not null references devices on delete cascade,
  address text not null,
  messages bigint not null,
  unread bigint not null,
  last_id bigint not null,
  last_date timestamp(3) with time zone not null,
  primary key (device_id, address)
) with (fillfactor = 70);
create index message_threads_newest on message_threads (device_id, last_date, last_id);
create index message_threads_last on message_threads (last_id);

create table messages (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  address text not null,
  name text not null,
  body text not null,
  -- To the millisecond, as the contract writes it: a cursor names exactly the moment that is stored.
  date timestamp(3) with time zone not null,
  direction text not null check (direction in ('RECEIVED', 'SENT')),
  read boolean not null,
  received_at timestamptz not null default now(),
  -- Null when there is nothing to mask, which is true of most messages: their text is stored once.
  masked_body text generated always as (nullif(mask_codes(body), body)) stored,
  unique (device_id, key)
);
create index messages_date on messages (device_id, date, id);
create index messages_thread on messages (device_id, address, date, id);
create index messages_received on messages (received_at);
-- A search looks at what is shown, so that it cannot be used to find a code out digit by digit.
create index messages_body on messages using gin (device_id, (coalesce(masked_body, body)) gin_trgm_ops);

-- A table of device rows is named by its kind. In the order of devices, so that two writers do not wait crosswise.
create function count_device_rows() returns trigger language plpgsql as $$
begin
  insert into device_row_counts as kept (device_id, kind, rows)
    select device_id, tg_table_name, case tg_op when 'INSERT' then 1 else -1 end * count(*)
    from changed group by device_id order by device_id
    on conflict (device_id, kind) do update set rows = kept.rows + excluded.rows;
  return null;
end $$;

-- Counts the rows of a table of device rows, and keeps the count. The server calls it for each table that has none.
create function keep_row_counts(kind regclass) returns void language plpgsql as $$
begin
  execute format('lock table %s in share row exclusive mode', kind);
  execute format('create trigger count_new_rows after insert on %s referencing new table as changed
    for each statement execute function count_device_rows()', kind);
  execute format('create trigger count_gone_rows after delete on %s referencing old table as changed
    for each statement execute function count_device_rows()', kind);
  execute format('insert into device_row_counts (device_id, kind, rows)
    select device_id, %L, count(*) from %s group by device_id', kind::text, kind);
end $$;

-- The newest message of a thread: one step in an index.
create function newest_message(of_device bigint, of_address text, out id bigint, out date timestamptz) language sql stable as $$
  select m.id, m.date from messages m
  where m.device_id = of_device and m.address = of_address order by m.date desc, m.id desc limit 1
$$;

create function keep_message_threads() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    -- New and removed messages are counted first, under this lock; changed ones have to ask for it.
    perform from device_row_counts
      where kind = 'messages' and device_id in (select device_id from removed) order by device_id for update;
  end if;
  if tg_op <> 'INSERT' then
    with difference as (
      select device_id, address, count(*) as messages, count(*) filter (where direction = 'RECEIVED' and not read) as unread
      from removed group by device_id, address
    )
    update message_threads t
      set messages = t.messages - d.messages, unread = t.unread - d.unread,
        last_id = coalesce(newest.id, t.last_id), last_date = coalesce(newest.date, t.last_date)
      from difference d, newest_message(d.device_id, d.address) as newest
      where t.device_id = d.device_id and t.address = d.address;
  end if;
  if tg_op <> 'DELETE' then
    insert into message_threads as t (device_id, address, messages, unread, last_id, last_date)
      select d.device_id, d.address, d.messages, d.unread, newest.id, newest.date
      from (
        select device_id, address, count(*) as messages, count(*) filter (where direction = 'RECEIVED' and not read) as unread
        from added group by device_id, address
      ) as d, newest_message(d.device_id, d.address) as newest
      order by d.device_id, d.address
      on conflict (device_id, address) do update
        set messages = t.messages + excluded.messages, unread = t.unread + excluded.unread,
          last_id = excluded.last_id, last_date = excluded.last_date;
  end if;
  if tg_op <> 'INSERT' then
    delete from message_threads t using (select distinct device_id, address from removed) as r
      where t.device_id = r.device_id and t.address = r.address and t.messages = 0;
  end if;
  return null;
end $$;

-- How many threads a device has is kept as with rows.
select keep_row_counts('message_threads');

create trigger messages_added after insert on messages
  referencing new table as added for each statement execute function keep_message_threads();
comment on trigger messages_added on messages is
  'Keeps each conversation''s last message and count, however the messages are written.';
create trigger messages_removed after delete on messages
  referencing old table as removed for each statement execute function keep_message_threads();
comment on trigger messages_removed on messages is
  'Keeps each conversation''s last message and count, also when retention deletes messages.';
create trigger messages_changed after update on messages
  referencing old table as removed new table as added for each statement execute function keep_message_threads();
comment on trigger messages_changed on messages is
  'Keeps each conversation''s last message and count, however the messages are written.';

-- ==== places ====

-- Up to which point the zones of a device have been evaluated, and when. Written now and then, and when the server
-- stops.
create table alert_positions (
  device_id bigint primary key references devices on delete cascade,
  point_at timestamptz not null,
  evaluated_at timestamptz not null
);

-- A number that rises with every change of an alert rule or a zone. The row is locked from the change until its
-- transaction has ended, so the numbers are in the order in which changes become visible. A time would not be: a change
-- may become visible after one that is later.
create table alert_rules_version (
  only_row boolean default true primary key check (only_row),
  version bigint not null
);
insert into alert_rules_version (version) values (1);

-- Apps that appeared or went with an Update and of which the rules have not heard yet.
create table app_changes (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  gone boolean not null,
  name text not null,
  package_name text not null,
  changed_at timestamptz not null default now()
);
create index app_changes_device on app_changes (device_id);

-- A live location: a device sends its position as it moves, for some minutes. Its id is that of the command that
-- started it.
create table live_sessions (
  id bigint primary key references commands on delete cascade,
  device_id bigint not null references devices on delete cascade,
  started_by bigint not null references users,
  minutes smallint not null,
  started_at timestamptz not null default now(),
  until timestamptz not null,
  ended_at timestamptz,
  -- Why it ended, as the contract names it.
  ended_how text,
  -- How many points were stored.
  points int not null default 0,
  check ((ended_at is null) = (ended_how is null))
);
create unique index live_sessions_one_running on live_sessions (device_id) where ended_at is null;
create index live_sessions_due on live_sessions (until) where ended_at is null;
create index live_sessions_of_device on live_sessions (device_id, id);
create index live_sessions_of_admin on live_sessions (started_by);

-- The report of the past week that an admin has mailed to them each Monday; for all devices in their scope unless it
-- names a group or a device. It ends with its group or device, so that it never becomes one about all.
create table report_mails (
  -- The people of the devices see this number, not that of the account.
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade unique,
  group_id bigint references groups on delete cascade,
  device_id bigint references devices on delete cascade,
  zone text not null,
  created_at timestamptz not null default now(),
  -- When it is mailed next. A server that mails it moves this on first, so that no other does the same.
  next_at timestamptz not null,
  last_sent_at timestamptz,
  check (group_id is null or device_id is null)
);
create index report_mails_due on report_mails (next_at);
create index report_mails_of_group on report_mails (group_id) where group_id is not null;
create index report_mails_of_device on report_mails (device_id) where device_id is not null;

-- A named area on the map. It is for all devices in its creator's scope unless it names a group or a device.
create table zones (
  id bigint generated always as identity primary key,
  name text not null,
  colour text not null,
  area jsonb not null,
  -- The box around the area in degrees, for finding the zones near a position without computing distances.
  west double precision not null,
  east double precision not null,
  south double precision not null,
  north double precision not null,
  group_id bigint references groups,
  device_id bigint references devices on delete cascade,
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (group_id is null or device_id is null)
);
create index zones_of_admin on zones (created_by);
create index zones_of_group on zones (group_id) where group_id is not null;
create index zones_of_device on zones (device_id) where device_id is not null;

-- A rule that tells admins when something happens to devices: for all in its creator's scope unless it names a group or
-- a device.
create table alert_rules (
  id bigint generated always as identity primary key,
  name text not null,
  purpose text not null,
  event text not null,
  condition jsonb not null,
  -- What the person must share for the rule to hear of their device; null for nothing.
  capability text,
  zone_id bigint references zones,
  group_id bigint references groups,
  device_id bigint references devices on delete cascade,
  created_by bigint not null references users,
  by_mail boolean not null,
  -- The hours in which nobody is told; null for none.
  quiet jsonb,
  is_on boolean not null,
  -- What was before is not told: a device that is in a zone when the rule is switched on has not entered it.
  on_since timestamptz not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (group_id is null or device_id is null),
  check ((zone_id is not null) = (event in ('ENTERS_ZONE', 'LEAVES_ZONE')))
);
create index alert_rules_of_admin on alert_rules (created_by);
create index alert_rules_of_zone on alert_rules (zone_id) where zone_id is not null;
create index alert_rules_of_group on alert_rules (group_id) where group_id is not null;
create index alert_rules_of_device on alert_rules (device_id) where device_id is not null;

-- Whom a rule tells, its creator among them.
create table alert_recipients (
  rule_id bigint not null references alert_rules on delete cascade,
  user_id bigint not null references users on delete cascade,
  primary key (rule_id, user_id)
);
create index alert_recipients_user on alert_recipients (user_id);

-- What rules have told. One that has no end, such as an app that appeared, ends when it begins.
create table alerts (
  id bigint generated always as identity primary key,
  rule_id bigint references alert_rules on delete set null,
  rule_name text not null,
  event text not null,
  capability text,
  device_id bigint not null references devices on delete cascade,
  words text not null,
  -- What makes an event without an end unique, such as the run that failed; empty for what lasts.
  occurrence text not null default '',
  began_at timestamptz not null,
  ended_at timestamptz,
  -- Set in the transaction that stores the notifications, so that each is told once; also set when nobody is to be
  -- told.
  told_at timestamptz,
  over_told_at timestamptz,
  acknowledged_by bigint references users,
  acknowledged_at timestamptz,
  recorded_at timestamptz not null default now()
);
create unique index alerts_open on alerts (rule_id, device_id) where ended_at is null;
create unique index alerts_occurrence on alerts (rule_id, device_id, occurrence) where occurrence <> '';
create index alerts_of_device on alerts (device_id, id);
create index alerts_of_rule on alerts (rule_id, id);
create index alerts_recorded on alerts (recorded_at);
create index alerts_due on alerts (id) where told_at is null or over_told_at is null;
create index alerts_unacknowledged on alerts (id) where acknowledged_at is null;

-- Who may read an alert: the creator and the recipients of its rule when it began.
create table alert_readers (
  user_id bigint not null references users on delete cascade,
  alert_id bigint not null references alerts on delete cascade,
  primary key (user_id, alert_id)
);
create index alert_readers_alert on alert_readers (alert_id);

-- Whether a device is in a zone of a rule, and the time of the point that said so. Written when it crosses the border.
create table zone_presence (
  device_id bigint not null references devices on delete cascade,
  zone_id bigint not null references zones on delete cascade,
  inside boolean not null,
  since timestamptz not null,
  primary key (device_id, zone_id)
);
create index zone_presence_zone on zone_presence (zone_id);

create function raise_alert_rules_version() returns trigger language plpgsql as $$
begin
  -- Once in a transaction, however many rows it changes.
  if current_setting('fairwatch.alert_rules_changed', true) = 'yes' then return null; end if;
  perform set_config('fairwatch.alert_rules_changed', 'yes', true);
  update alert_rules_version set version = version + 1;
  return null;
end $$;

-- Deferred: the row of the number is the last that a transaction locks, so that two of them cannot deadlock over it.
create constraint trigger alert_rules_raise_version after insert or update or delete on alert_rules
  deferrable initially deferred for each row execute function raise_alert_rules_version();
comment on trigger alert_rules_raise_version on alert_rules is
  'Servers keep rules in memory and compare this number. A trigger, because rules also go with their device or their creator.';
create constraint trigger zones_raise_version after insert or update or delete on zones
  deferrable initially deferred for each row execute function raise_alert_rules_version();
comment on trigger zones_raise_version on zones is
  'Servers keep zones in memory and compare this number. A trigger, because zones also go with their device or their creator.';

-- ==== consent ====

-- What waits, or waited, for a second admin.
create table approvals (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  capability text not null,
  action text not null check (action in ('READ', 'COMMAND')),
  -- What the second admin must hold, all of it, as the call that was refused declares it; with nothing, only a
  -- SUPER_ADMIN can agree.
  permissions text[] not null,
  level text not null,
  asked_by bigint not null references users on delete cascade,
  reason text,
  state text not null default 'PENDING' check (state in ('PENDING', 'AGREED', 'DECLINED', 'EXPIRED')),
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_by bigint references users on delete cascade,
  decided_at timestamptz,
  -- Set when they agreed: until when it holds.
  holds_until timestamptz,
  check ((state in ('AGREED', 'DECLINED')) = (decided_by is not null)),
  check ((state = 'AGREED') = (holds_until is not null)),
  check (decided_by <> asked_by)
);
-- A page asks for many things at once: that is one request.
create unique index approvals_pending on approvals (asked_by, device_id, capability, action) where state = 'PENDING';
create index approvals_agreed on approvals (asked_by, device_id) where holds_until is not null;
create index approvals_device on approvals (device_id);
create index approvals_decided_by on approvals (decided_by) where decided_by is not null;

-- What people were asked to share, and what they said. Part of the record of consents: it stays.
create table consent_requests (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices,
  capability text not null,
  asked_by bigint not null references users,
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  answer text check (answer in ('GRANTED', 'DECLINED', 'WITHDRAWN')),
  -- The person reads why they are asked to share something.
  reason text,
  check ((answered_at is null) = (answer is null))
);
-- Nobody is asked twice for the same, not even by two admins at the same moment.
create unique index consent_requests_one_open on consent_requests (device_id, capability) where answered_at is null;
create index consent_requests_latest on consent_requests (device_id, capability, id);

create table consents (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices,
  person text not null,
  notice_version int not null,
  notice_hash text not null,
  language text not null,
  capabilities text[] not null,
  how text not null,
  recorded_at timestamptz not null default now(),
  purpose text not null default 'OTHER',
  purpose_text text not null default '',
  legal_basis text not null default 'CONSENT',
  guardian text,
  review_on date
);
create index consents_device on consents (device_id, id);

-- One that holds per admin and device: who says why again replaces it.
create table given_reasons (
  user_id bigint not null references users on delete cascade,
  device_id bigint not null references devices on delete cascade,
  reason text not null check (char_length(reason) >= 3 and char_length(reason) <= 300),
  given_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, device_id)
);
create index given_reasons_device on given_reasons (device_id);
create index given_reasons_expiry on given_reasons (expires_at);

-- The record of consents stays: that and when consent was given and withdrawn, to which words. Not by whom.
create function guard_consent_erasure() returns trigger language plpgsql as $$
declare
  erased consents := old;
begin
  erased.person := '';
  erased.guardian := null;
  erased.purpose_text := '';
  if pg_trigger_depth() < 2 or new is distinct from erased then
    raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end $$;

create trigger consents_append_only before delete or truncate on consents
  for each statement execute function refuse_change();
comment on trigger consents_append_only on consents is
  'What a person agreed to is evidence and is never deleted before the device is erased.';
create trigger consents_erasure_only before update on consents
  for each row execute function guard_consent_erasure();
comment on trigger consents_erasure_only on consents is
  'The only update of a consent is the erasure of what names a person.';

-- ==== audit ====

-- Whatever of an entry's details is words: its part, a search, names before and after, why. Null once the details were
-- erased.
create function audit_text(details jsonb) returns text language sql immutable strict
return concat_ws(' ', details ->> 'object', details ->> 'search', details ->> 'filter', details ->> 'from', details ->> 'to',
  details ->> 'before', details ->> 'after', details ->> 'reason', details ->> 'why');

create table access_entries (
  id bigint primary key,
  recorded_at timestamptz not null,
  actor_id bigint not null,
  actor_name text not null,
  action text not null,
  account_id bigint not null,
  account_name text not null,
  before jsonb,
  after jsonb,
  previous_hash bytea not null,
  hash bytea not null,
  scheme smallint not null default 1 check (scheme >= 1 and scheme <= 3),
  key_day date,
  details_salt bytea,
  details_digest bytea,
  constraint access_entries_keyed check (scheme = 1 or key_day is not null and details_digest is not null)
);
create index access_entries_account on access_entries (account_id, id);
create index access_entries_actor on access_entries (actor_id, id);

-- Where the chain ends. Whoever changes access holds this row: such changes come one after the other, so that each is
-- judged by what the one before it left.
create table access_head (
  single boolean default true primary key check (single),
  sequence bigint not null,
  hash bytea not null
);
insert into access_head (sequence, hash) values (0, '');

-- Each entry carries the hash of the one before it, per device: a changed, removed or reordered entry shows. That the
-- device of an entry exists, and stays, holds by its head. Who acted is in the entry for good, by number and by name,
-- whatever becomes of the account. docs/adr/0020-an-audit-log-that-holds.md says what each part proves.
create table audit_entries (
  device_id bigint not null,
  sequence bigint not null,
  recorded_at timestamptz not null default now(),
  actor_id bigint,
  actor_name text not null,
  action text not null,
  subject text not null,
  -- Null once they were erased, when the person has left.
  details jsonb default '{}',
  previous_hash bytea not null,
  hash bytea not null,
  -- Tells entries apart and orders those of the same moment. Not hashed: an entry's place in its chain is its sequence.
  id bigint generated always as identity not null,
  -- Scheme 1 is SHA-256 over every field, as older versions wrote it. Scheme 2 is HMAC-SHA-256 with the key of a day, over a salted
  -- digest of the details instead of the details. Scheme 3 is an entry of scheme 1 whose details were erased: its hash
  -- can no longer be computed, so a keyed seal over what is left stands in `details_digest`.
  scheme smallint not null default 1 check (scheme >= 1 and scheme <= 3),
  key_day date,
  -- The device's own person did it: their name is erased together with the details.
  by_person boolean not null default false,
  details_salt bytea,
  details_digest bytea,
  constraint audit_entries_keyed check (scheme = 1 or key_day is not null and details_digest is not null),
  primary key (device_id, sequence)
);
create index audit_entries_newest on audit_entries (recorded_at, id);
-- Most entries have no such words and cost nothing here. An entry that is erased leaves the index with its details.
create index audit_entries_text on audit_entries using gin (audit_text(details) gin_trgm_ops)
  where details ?| array['object', 'search', 'filter', 'from', 'to', 'before', 'after', 'reason', 'why'];

-- Who left takes the details along. A row here erases those that are there, and nothing else does; another row erases
-- what somebody who was just reading wrote since. Why an admin ended a device is that admin's word, and stays.
create table audit_erasures (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices,
  erased_at timestamptz not null default now()
);
create index audit_erasures_device on audit_erasures (device_id);

-- Devices that knew an entry which is not there, or is another one. For good.
create table audit_head_mismatches (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices,
  sequence bigint not null,
  -- What the device was told, and what stands there now; null when nothing does.
  known_hash bytea not null,
  found_hash bytea,
  -- The device came back with a restore: entries since the backup are missing with the backup's consent.
  after_restore boolean not null,
  reported_at timestamptz not null default now(),
  unique (device_id, sequence, known_hash)
);

-- Where each chain ends: without it, entries cut off its end would leave a shorter chain that holds.
create table audit_heads (
  device_id bigint primary key references devices,
  sequence bigint not null,
  hash bytea not null
) with (fillfactor = 70);

-- Where the entries of scheme 1 end in each chain, sealed with the key when an older version was upgraded: without
-- these rows somebody without the key could write a whole chain anew under the scheme that has none. The access log is
-- device 0.
create table audit_old_heads (
  device_id bigint primary key,
  sequence bigint not null,
  hash bytea not null,
  key_day date not null,
  seal bytea not null
);

-- Who changed a setting of the whole installation, for good.
create table settings_changes (
  id bigint generated always as identity primary key,
  key text not null,
  before jsonb,
  after jsonb not null,
  changed_by bigint not null references users,
  changed_by_name text not null,
  changed_at timestamptz not null default now()
);
create index settings_changes_key on settings_changes (key, id);

-- The hash of scheme 1, as an expression that PostgreSQL copies into whatever calls it.
create function audit_hash(device_id bigint, sequence bigint, recorded_at timestamptz, actor_id bigint, actor_name text,
  action text, subject text, details jsonb, previous bytea) returns bytea language sql stable
return sha256(convert_to(
  octet_length(device_id::text) || ':' || device_id || octet_length(sequence::text) || ':' || sequence
  || '27:' || to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  || octet_length(coalesce(actor_id::text, '')) || ':' || coalesce(actor_id::text, '')
  || octet_length(actor_name) || ':' || actor_name || octet_length(action) || ':' || action
  || octet_length(subject) || ':' || subject || octet_length(details::text) || ':' || details::text
  || 2 * octet_length(previous) || ':' || encode(previous, 'hex'), 'UTF8'));

create function audit_hash(entry audit_entries) returns bytea language sql stable
return audit_hash(entry.device_id, entry.sequence, entry.recorded_at, entry.actor_id, entry.actor_name, entry.action,
  entry.subject, entry.details, entry.previous_hash);

-- The lock on the head makes writers for one device take turns; devices do not wait for one another. For few entries.
create function chain_audit_entry() returns trigger language plpgsql as $$
begin
  new.key_day := demand_audit_key();
  if new.action not in ('READ', 'REFUSED_READ', 'REFUSED_COMMAND') then
    new.by_person := is_by_person(new.action, new.device_id, new.actor_id);
  else
    new.by_person := false;
  end if;
  select sequence + 1, hash into strict new.sequence, new.previous_hash
    from audit_heads where device_id = new.device_id for update;
  new.scheme := 2;
  new.recorded_at := clock_timestamp();
  new.details := coalesce(new.details, '{}');
  new.details_salt := uuid_send(gen_random_uuid());
  new.details_digest := details_digest(new.details_salt,
    sized(case when new.by_person then new.actor_name else '' end) || new.details::text);
  new.hash := keyed_audit_hash(new.device_id, new.sequence, new.recorded_at, new.actor_id, new.by_person, new.actor_name,
    new.action, new.subject, new.details_digest, new.previous_hash);
  update audit_heads set sequence = new.sequence, hash = new.hash where device_id = new.device_id;
  return new;
end $$;

-- A head moves by the chain's own trigger, one step at a time, and by nothing else.
create function guard_audit_head() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 and current_setting('fairwatch.chaining', true) is distinct from 'on' then
    raise exception 'audit_heads follows audit_entries and is not changed by hand';
  end if;
  return null;
end $$;

-- The hash of scheme 1: each field after its length in bytes, so that no two entries read the same.
create function access_hash(entry access_entries) returns bytea language sql stable as $$
  select sha256(convert_to(string_agg(octet_length(field) || ':' || field, '' order by place), 'UTF8'))
  from unnest(array[
    'access',
    entry.id::text,
    to_char(entry.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    entry.actor_id::text,
    entry.actor_name,
    entry.action,
    entry.account_id::text,
    entry.account_name,
    entry.before::text,
    entry.after::text,
    encode(entry.previous_hash, 'hex')
  ]) with ordinality as fields (field, place)
$$;

create function chain_access_entry() returns trigger language plpgsql as $$
begin
  new.key_day := demand_audit_key();
  select sequence + 1, hash into strict new.id, new.previous_hash from access_head for update;
  new.scheme := 2;
  new.recorded_at := clock_timestamp();
  new.details_salt := uuid_send(gen_random_uuid());
  new.details_digest := details_digest(new.details_salt,
    sized(new.account_name) || sized(new.before::text) || sized(new.after::text));
  new.hash := keyed_access_hash(new);
  update access_head set sequence = new.id, hash = new.hash;
  return new;
end $$;

create function guard_access_head() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'access_head follows access_entries and is not changed by hand';
  end if;
  return null;
end $$;

-- HMAC-SHA-256 with the key of the day. The server gives it to each connection when it opens it, as the two padded
-- halves that RFC 2104 describes; the database stores it nowhere. A connection without it cannot write to the log.
create function audit_mac(message bytea) returns bytea language sql stable
return sha256(decode(current_setting('fairwatch.audit_outer'), 'hex')
  || sha256(decode(current_setting('fairwatch.audit_inner'), 'hex') || message));

create function demand_audit_key() returns date language plpgsql stable as $$
begin
  if coalesce(current_setting('fairwatch.audit_inner', true), '') = '' then
    raise exception 'this connection has no audit key: nothing can be written to the log';
  end if;
  return current_setting('fairwatch.audit_day')::date;
end $$;

-- A field after its length in bytes, so that no two entries read the same.
create function sized(field text) returns text language sql immutable
return octet_length(field) || ':' || field;

create function utc_text(moment timestamptz) returns text language sql stable
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

create function details_digest(salt bytea, personal text) returns bytea language sql stable
return sha256(salt || convert_to(personal, 'UTF8'));

-- Fields of a fixed size first, in binary; texts after their length; the hash before it last. This runs for every
-- entry, so it is an expression that PostgreSQL copies into whatever calls it, and no longer than it must be.
create function keyed_audit_hash(device_id bigint, sequence bigint, recorded_at timestamptz, actor_id bigint, by_person boolean,
  actor_name text, action text, subject text, digest bytea, previous bytea) returns bytea language sql stable
return audit_mac('device-2'::bytea || int8send(device_id) || int8send(sequence) || timestamptz_send(recorded_at)
  || int8send(coalesce(actor_id, 0)) || digest
  || convert_to(case when by_person then 'person0:' else 'admin' || octet_length(actor_name) || ':' || actor_name end
    || octet_length(action) || ':' || action || octet_length(subject) || ':' || subject, 'UTF8')
  || previous);

-- Whether the device's own person did something. Most entries are of a kind that only an admin can cause: they cost no
-- lookup.
create function is_by_person(action text, device_id bigint, actor_id bigint) returns boolean language sql stable
return case when action in ('READ', 'REFUSED_READ', 'REFUSED_COMMAND', 'COMMAND') then false
  else coalesce(actor_id = (select d.user_id from devices d where d.id = device_id), false) end;

-- A salt for each of many entries, of one random number that is then forgotten.
create function salt_of(seed bytea, device_id bigint) returns bytea language sql immutable
return substring(sha256(seed || int8send(device_id)) for 16);

-- For many entries: chained by one statement, each costs less than a trigger for each row does.
create function append_audit_entries(device_ids bigint[], actor_ids bigint[], actor_names text[], actions text[],
  subjects text[], details jsonb[]) returns void language plpgsql set fairwatch.chaining = 'on' as $$
declare
  today date := demand_audit_key();
  total bigint := 0;
  written bigint;
  round bigint := 1;
  seed bytea;
begin
  -- Each round has at most one entry of a device: the next one is linked to it.
  while total < cardinality(device_ids) loop
    seed := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
    with given as (
      select *, row_number() over (partition by device_id order by place) as place_in_device
      from unnest(device_ids, actor_ids, actor_names, actions, subjects, append_audit_entries.details) with ordinality
        as e (device_id, actor_id, actor_name, action, subject, details, place)
    ), found as (
      select h.device_id, h.sequence + 1 as sequence, h.hash as previous_hash, g.actor_id, g.actor_name, g.action, g.subject,
        g.details, is_by_person(g.action, g.device_id, g.actor_id) as by_person, salt_of(seed, g.device_id) as salt
      from given g join audit_heads h on h.device_id = g.device_id
      where g.place_in_device = round order by h.device_id for update of h
    ), timed as materialized (
      select *, clock_timestamp() as recorded_at,
        details_digest(salt, sized(case when by_person then actor_name else '' end) || f.details::text) as digest
      from found f
    ), chained as materialized (
      select *, keyed_audit_hash(device_id, sequence, recorded_at, actor_id, by_person, actor_name, action, subject, digest,
        previous_hash) as hash
      from timed
    ), moved as (
      update audit_heads h set sequence = c.sequence, hash = c.hash from chained c where h.device_id = c.device_id
    )
    insert into audit_entries (device_id, sequence, recorded_at, actor_id, actor_name, action, subject, details,
      previous_hash, hash, scheme, key_day, by_person, details_salt, details_digest)
    select device_id, sequence, recorded_at, actor_id, actor_name, action, subject, c.details, previous_hash, hash,
      2, today, by_person, salt, digest
    from chained c;
    get diagnostics written = row_count;
    if written = 0 then
      raise foreign_key_violation using message = 'an entry of the log needs a device';
    end if;
    total := total + written;
    round := round + 1;
  end loop;
end $$;

create function keyed_access_hash(entry access_entries) returns bytea language sql stable
return audit_mac(convert_to(sized('access-2') || sized(entry.id::text) || sized(utc_text(entry.recorded_at))
  || sized(to_char(entry.key_day, 'YYYY-MM-DD')) || sized(entry.actor_id::text) || sized(entry.actor_name)
  || sized(entry.action) || sized(entry.account_id::text) || sized(encode(entry.details_digest, 'hex'))
  || sized(encode(entry.previous_hash, 'hex')), 'UTF8'));

-- Who leaves takes the guardian's name along too, and the admin's own words about the purpose.
create function erase_details() returns trigger language plpgsql as $$
begin
  if not exists (select from devices where id = new.device_id and left_at is not null) then
    raise exception 'device % has not left: its log keeps its details', new.device_id;
  end if;
  update audit_entries set details = null where device_id = new.device_id and details is not null and action <> 'END';
  update consents set person = '', guardian = null, purpose_text = ''
    where device_id = new.device_id and (person <> '' or guardian is not null or purpose_text <> '');
  return null;
end $$;

-- The one change that an entry can have: its details go, with their salt and with the name of the device's own person.
create function guard_audit_erasure() returns trigger language plpgsql as $$
declare
  erased audit_entries := old;
begin
  erased.details := null;
  if pg_trigger_depth() < 2 or old.details is null or new is distinct from erased then
    raise exception '% is append-only', tg_table_name;
  end if;
  if old.scheme = 1 then
    new.scheme := 3;
    new.key_day := demand_audit_key();
    new.by_person := coalesce(old.actor_id = (select user_id from devices where id = old.device_id), false);
  end if;
  new.details_salt := null;
  if new.by_person then new.actor_name := ''; end if;
  if new.scheme = 3 then
    new.details_digest := audit_mac(convert_to(sized(new.device_id::text) || sized(new.sequence::text) || sized('device-3')
      || sized(utc_text(new.recorded_at)) || sized(to_char(new.key_day, 'YYYY-MM-DD'))
      || sized(coalesce(new.actor_id::text, '')) || sized(case when new.by_person then 'person' else 'admin' end)
      || sized(new.actor_name) || sized(new.action) || sized(new.subject) || sized(encode(new.hash, 'hex'))
      || sized(encode(new.previous_hash, 'hex')), 'UTF8'));
  end if;
  return new;
end $$;

-- The access log names accounts, and in older entries devices. An entry of it is erased by the entry that says so:
-- whoever verifies the chain finds each erased number in one that follows, written with the key.
create function erase_access_details() returns trigger language plpgsql as $$
begin
  update access_entries set after = null
    where id in (select value::bigint from jsonb_array_elements_text(new.after -> 'entries')) and after is not null;
  return null;
end $$;

create function guard_access_erasure() returns trigger language plpgsql as $$
declare
  erased access_entries := old;
begin
  erased.after := null;
  if pg_trigger_depth() < 2 or old.after is null or old.action = 'ERASE' or new is distinct from erased then
    raise exception '% is append-only', tg_table_name;
  end if;
  new.before := null;
  new.details_salt := null;
  -- Somebody who signs in keeps their name: only what was said about others goes.
  if not exists (select from users where id = old.account_id and (password_hash is not null or admin_role <> 'NON_ADMIN')) then
    new.account_name := '';
  end if;
  if old.scheme = 1 then
    new.scheme := 3;
    new.key_day := demand_audit_key();
    new.details_digest := audit_mac(convert_to(sized('access-3') || sized(new.id::text) || sized(utc_text(new.recorded_at))
      || sized(to_char(new.key_day, 'YYYY-MM-DD')) || sized(new.actor_id::text) || sized(new.actor_name)
      || sized(new.action) || sized(new.account_id::text) || sized(new.account_name) || sized(encode(new.hash, 'hex'))
      || sized(encode(new.previous_hash, 'hex')), 'UTF8'));
  end if;
  return new;
end $$;

create trigger audit_heads_not_truncated before truncate on audit_heads
  for each statement execute function refuse_change();
comment on trigger audit_heads_not_truncated on audit_heads is
  'Truncate does not fire row triggers, so it is refused by itself.';
create trigger settings_changes_append_only before update or delete or truncate on settings_changes
  for each statement execute function refuse_change();
comment on trigger settings_changes_append_only on settings_changes is
  'Who changed which setting is part of the log.';
create trigger audit_heads_guard before insert or update or delete on audit_heads
  for each statement execute function guard_audit_head();
comment on trigger audit_heads_guard on audit_heads is
  'The head of a chain moves only together with an entry.';
create trigger access_entries_chain before insert on access_entries
  for each row execute function chain_access_entry();
comment on trigger access_entries_chain on access_entries is
  'Numbers and hashes each entry in the transaction that writes it, so that no writer can choose its place in the chain.';
create trigger access_head_guard before insert or update or delete on access_head
  for each statement execute function guard_access_head();
comment on trigger access_head_guard on access_head is
  'The head of the chain moves only together with an entry.';
create trigger access_head_not_truncated before truncate on access_head
  for each statement execute function refuse_change();
comment on trigger access_head_not_truncated on access_head is
  'Truncate does not fire row triggers, so it is refused by itself.';
create trigger audit_entries_chain before insert on audit_entries for each row
  when (pg_trigger_depth() = 0 and current_setting('fairwatch.chaining', true) is distinct from 'on')
  execute function chain_audit_entry();
comment on trigger audit_entries_chain on audit_entries is
  'Numbers and hashes an entry that was inserted singly. Batches are hashed by the statement that writes them.';
create trigger audit_old_heads_fixed before insert or update or delete or truncate on audit_old_heads
  for each statement execute function refuse_change();
comment on trigger audit_old_heads_fixed on audit_old_heads is
  'The heads from before the keyed chain are evidence and never change.';
create trigger audit_erasures_append_only before update or delete or truncate on audit_erasures
  for each statement execute function refuse_change();
comment on trigger audit_erasures_append_only on audit_erasures is
  'That something was erased is part of the log and cannot be taken back.';
create trigger audit_erasures_erase after insert on audit_erasures for each row execute function erase_details();
comment on trigger audit_erasures_erase on audit_erasures is
  'Erases the details of a device''s log in the same transaction as the note that says so.';
create trigger audit_entries_append_only before delete or truncate on audit_entries
  for each statement execute function refuse_change();
comment on trigger audit_entries_append_only on audit_entries is
  'The log of a device is append-only for everyone, also for who reaches the database beside the server.';
create trigger audit_entries_erasure_only before update on audit_entries
  for each row execute function guard_audit_erasure();
comment on trigger audit_entries_erasure_only on audit_entries is
  'The only update of the log is an erasure: details become null, everything that is hashed stays.';
create trigger access_entries_erase after insert on access_entries
  for each row when (new.action = 'ERASE') execute function erase_access_details();
comment on trigger access_entries_erase on access_entries is
  'Erases the details that name a person who left in the same transaction as the entry that says so.';
create trigger access_entries_append_only before delete or truncate on access_entries
  for each statement execute function refuse_change();
comment on trigger access_entries_append_only on access_entries is
  'The access log is append-only for everyone, also for who reaches the database beside the server.';
create trigger access_entries_erasure_only before update on access_entries
  for each row execute function guard_access_erasure();
comment on trigger access_entries_erasure_only on access_entries is
  'The only update of the log is an erasure: details become null, everything that is hashed stays.';
create trigger audit_head_mismatches_append_only before update or delete or truncate on audit_head_mismatches
  for each statement execute function refuse_change();
comment on trigger audit_head_mismatches_append_only on audit_head_mismatches is
  'What a device reported about a changed log must outlive whoever changed it.';

-- ==== tickets ====

-- Tickets: somebody asks, those who are responsible for them answer.
create table tickets (
  id bigint generated always as identity primary key,
  -- Made by whoever opened it, so that it is opened once however often that is tried.
  client_id uuid not null,
  opened_by bigint not null references users,
  -- The device it was opened on; null when an admin opened it. Gone with the device's stay.
  device_id bigint references devices on delete cascade,
  title text not null,
  description text not null,
  category text not null check (category in ('SUPPORT', 'VPN_ISSUE', 'REGISTRATION', 'GENERAL', 'BILLING', 'OTHER')),
  priority text not null check (priority in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  status text not null default 'OPEN' check (status in ('OPEN', 'IN_PROGRESS', 'ANSWERED', 'CLOSED', 'CANCELLED')),
  -- Rises with each change of status, priority or category, by whom is beside it.
  version int not null default 1,
  changed_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When it was closed or cancelled: its days count from here.
  finished_at timestamptz,
  message_count int not null default 0,
  last_message_id bigint,
  -- The newest answer; what a device has not received yet lies between the two.
  last_answer_id bigint not null default 0,
  received_up_to bigint not null default 0,
  received_version int not null default 0,
  -- A new ticket is itself unread.
  unread_by_admins int not null default 1,
  unread_by_user int not null default 0,
  search_text text not null,
  priority_rank smallint generated always as (array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], priority))
    stored not null,
  status_rank smallint generated always as (array_position(array['OPEN', 'IN_PROGRESS', 'ANSWERED', 'CLOSED',
    'CANCELLED'], status)) stored not null,
  ongoing boolean generated always as (status in ('OPEN', 'IN_PROGRESS', 'ANSWERED')) stored not null,
  unique (opened_by, client_id)
);
create index tickets_of_opener on tickets (opened_by, id);
create index tickets_of_device on tickets (device_id, id) where device_id is not null;
create index tickets_attention on tickets ((unread_by_admins = 0), (not ongoing), priority_rank desc, id);
create index tickets_open on tickets (opened_by) where ongoing;
create index tickets_finished on tickets (finished_at) where finished_at is not null;
create index tickets_search on tickets using gin (search_text gin_trgm_ops);
-- What waits for devices: asked at each arrival, and nearly always empty.
create index tickets_waiting on tickets (device_id)
  where device_id is not null and (received_version < version or received_up_to < last_answer_id);
-- One index for each order that lists of tickets offer beside attention and the number, and one for what the sidebar
-- counts.
create index tickets_by_priority on tickets (priority_rank, id);
create index tickets_by_status on tickets (status_rank, id);
create index tickets_by_category on tickets (category, id);
create index tickets_by_title on tickets (lower(title), id);
create index tickets_counted on tickets (opened_by, device_id, ongoing, unread_by_admins)
  where ongoing or unread_by_admins > 0;

create table ticket_messages (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  client_id uuid not null,
  sender text not null check (sender in ('ADMIN', 'USER')),
  author_id bigint not null references users,
  kind text not null check (kind in ('TEXT', 'VOICE', 'FILE')),
  text text not null,
  sha256 text references blobs,
  file_name text,
  -- What it is in this message: the same bytes may be sound here and a film elsewhere.
  mime_type text,
  duration_ms int,
  peaks smallint[],
  sent_at timestamptz not null default now(),
  read_at timestamptz,
  check ((kind = 'TEXT') = (sha256 is null)),
  unique (author_id, client_id)
);
create index ticket_messages_list on ticket_messages (ticket_id, id);
create index ticket_messages_unread on ticket_messages (ticket_id, sender, id) where read_at is null;
create index ticket_messages_sha256 on ticket_messages (sha256) where sha256 is not null;

create trigger ticket_messages_gone after delete on ticket_messages
  referencing old table as gone for each statement execute function loosen_blobs();
comment on trigger ticket_messages_gone on ticket_messages is
  'Notes blobs that may have lost their last owner, so that their bytes are deleted although many kinds of rows own blobs.';

-- ==== notifications ====

-- When a mail about notifications was last attempted for an account: the next one waits.
create table notification_mails (
  user_id bigint primary key references users on delete cascade,
  attempted_at timestamptz not null
);

-- What differs from the default, which is the bell.
create table notification_settings (
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind ~ '^[A-Z_]+$'),
  channel text not null check (channel in ('MAIL', 'NONE')),
  primary key (user_id, kind)
);

create sequence notification_groups;
-- What admins are told, each their own row. Text is kept as it was told: a device may be renamed later.
create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind ~ '^[A-Z_]+$'),
  title text not null,
  message text not null,
  link text not null default '',
  -- The one device it is about, so that it is shown only while the admin has it.
  device_id bigint references devices on delete cascade,
  count int not null default 1 check (count > 0),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- The same for notifications of one kind about one device that followed each other closely.
  group_id bigint not null default nextval('notification_groups'),
  -- True while a mail that counts this notification is still to be sent.
  mail_due boolean not null default false,
  -- What a notification tells of: a kind of data, or null for the device itself. One about several devices names them
  -- in `device_ids`; its title has `{devices}` for their number. Both are asked of the disclosure policy each time it
  -- is read, so that nothing needs to be deleted when a person pauses, and everything is back when they resume.
  tells text,
  device_ids bigint[]
);
create index notifications_of_user on notifications (user_id, id);
create index notifications_unread on notifications (user_id, id) where read_at is null;
create index notifications_of_device on notifications (device_id) where device_id is not null;
create index notifications_age on notifications (created_at);
-- What gathers much of a kind while it is unread: at most one that is still growing.
create index notifications_gathering on notifications (user_id, kind, created_at) where read_at is null and count > 1;
create index notifications_in_group on notifications (user_id, group_id);
-- Finds the group that a new notification joins.
create index notifications_latest on notifications (user_id, kind, created_at);
create index notifications_mail_due on notifications (user_id) where mail_due;
-- A person who leaves is taken out of the notifications about several devices.
create index notifications_of_devices on notifications using gin (device_ids) where device_ids is not null;

-- Messages to the people of devices, and what became of each.
create table push_notifications (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  type text not null check (type in ('INFO', 'WARNING', 'ALERT')),
  title text not null,
  message text not null,
  sent_by bigint not null references users,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'DELIVERED', 'SEEN', 'DISMISSED', 'FAILED',
    'EXPIRED', 'CANCELLED')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  delivered_at timestamptz,
  seen_at timestamptz,
  dismissed_at timestamptz
);
create index push_notifications_of_device on push_notifications (device_id, id);
create index push_notifications_waiting on push_notifications (device_id, id) where status = 'QUEUED';
create index push_notifications_deadline on push_notifications (expires_at) where status = 'QUEUED';
create index push_notifications_age on push_notifications (created_at);

-- ==== metrics ====

-- How many people were seen in an hour, a day or a month (UTC).
create table active_users (
  scope bigint not null,
  period text not null check (period in ('hour', 'day', 'month')),
  starts_at timestamptz not null,
  people bigint not null,
  primary key (scope, period, starts_at)
);
create index active_users_age on active_users (period, starts_at);

-- Kept by triggers, like fleet_people. How many devices have an OS or app version, and how many people there are (kind
-- "people", without a value): the sum over the shards, as in list_counts.
create table fleet_counts (
  scope bigint not null,
  kind text not null check (kind in ('os', 'app', 'people')),
  value text not null,
  shard smallint not null,
  amount bigint not null,
  primary key (scope, kind, value, shard)
) with (fillfactor = 50);

-- How many devices of a scope are one person's. Stays for a while when the last one is gone, so that who comes back is
-- not counted as active twice.
create table fleet_people (
  scope bigint not null,
  person bigint not null,
  devices int not null,
  -- The hour in which one of these devices was last seen; null when none was.
  seen_at timestamptz,
  primary key (scope, person)
) with (fillfactor = 80);

-- How many devices are online at a node, for each scope: counted by the gateway soon after they come and go. A trigger
-- would have to hold each of ten thousand devices against those who assign it.
create table online_counts (
  node uuid not null,
  scope bigint not null,
  devices bigint not null,
  primary key (node, scope)
);

-- How the server and its machine are doing, once a minute. All of it in bytes.
create table system_samples (
  sampled_at timestamptz not null default now(),
  -- Of the server's process.
  memory bigint not null,
  -- Of the machine.
  ram_used bigint not null,
  ram_total bigint not null,
  -- Since the sample before.
  received bigint not null,
  sent bigint not null,
  uploaded bigint not null,
  -- Where the data folder lies.
  disk_free bigint not null,
  disk_total bigint not null,
  -- The owner's name for the server that took it (SERVER_NAME); empty for samples from before it was stored.
  server text not null default '',
  primary key (sampled_at, server)
);

-- The devices of each scope, with what is counted of them. Scope 0 is the whole fleet, otherwise an admin's.
create view fleet_members as
  select 0::bigint as scope, d.id as device, d.user_id as person,
      counted_os(d.capabilities, d.paused_at, d.os_name, d.os_version) as os, d.app_version as app
    from devices d where d.left_at is null
  union all
  select a.user_id, d.id, d.user_id, counted_os(d.capabilities, d.paused_at, d.os_name, d.os_version), d.app_version
    from device_assignments a join devices d on d.id = a.device_id where d.left_at is null;

create function count_in_fleet(scopes bigint[], people bigint[], systems text[], apps text[], change integer) returns void
language plpgsql as $$
declare
  free_shard constant smallint := free_count_shard();
begin
  insert into fleet_counts as kept (scope, kind, value, shard, amount)
    select t.scope, v.kind, v.value, free_shard, change * count(*)
    from unnest(scopes, systems, apps) as t (scope, os, app)
      cross join lateral (values ('os', t.os), ('app', t.app)) as v (kind, value)
    group by t.scope, v.kind, v.value
    on conflict (scope, kind, value, shard) do update set amount = kept.amount + excluded.amount;
  -- In the order of their keys, so that two writers cannot deadlock.
  with moved as (
    select t.scope, t.person, change * count(*)::integer as devices from unnest(scopes, people) as t (scope, person)
    group by t.scope, t.person
  ), now_has as (
    insert into fleet_people as kept (scope, person, devices)
      select scope, person, devices from moved order by scope, person
      on conflict (scope, person) do update set devices = kept.devices + excluded.devices
      returning kept.scope, kept.person, kept.devices
  )
  insert into fleet_counts as kept (scope, kind, value, shard, amount)
    select scope, 'people', '', free_shard,
      sum((now_has.devices > 0)::integer - (now_has.devices - moved.devices > 0)::integer)
    from now_has join moved using (scope, person) group by scope
    on conflict (scope, kind, value, shard) do update set amount = kept.amount + excluded.amount;
end $$;

-- Counts everything and mends what differs; gives back how much did. What is counted and what is kept are seen at one
-- moment and the difference is added, so nobody has to stand still for it. Two at once would both add it: the second
-- one waits until the first has committed, and then finds no difference.
create function recount_fleet() returns bigint language plpgsql as $$
declare
  mended_people bigint;
  mended_counts bigint;
begin
  -- `recount` of the lock keys.
  perform pg_advisory_xact_lock(5274321);
  with counted as (
    select scope, person, count(*)::integer as devices from fleet_members group by scope, person
  ), differs as (
    select scope, person, coalesce(c.devices, 0) - coalesce(k.devices, 0) as devices
    from counted c full join fleet_people k using (scope, person)
    where coalesce(c.devices, 0) <> coalesce(k.devices, 0)
  )
  insert into fleet_people as kept (scope, person, devices) select * from differs order by scope, person
    on conflict (scope, person) do update set devices = kept.devices + excluded.devices;
  get diagnostics mended_people = row_count;
  with counted as (
    select m.scope, v.kind, v.value, count(*) as amount
      from fleet_members m cross join lateral (values ('os', m.os), ('app', m.app)) as v (kind, value)
      group by m.scope, v.kind, v.value
    union all select scope, 'people', '', count(distinct person) from fleet_members group by scope
  ), kept as (
    select scope, kind, value, sum(amount)::bigint as amount from fleet_counts group by scope, kind, value
  ), differs as (
    select scope, kind, value, coalesce(c.amount, 0) - coalesce(k.amount, 0) as amount
    from counted c full join kept k using (scope, kind, value)
    where coalesce(c.amount, 0) <> coalesce(k.amount, 0)
  )
  -- A shard that no trigger uses.
  insert into fleet_counts as kept (scope, kind, value, shard, amount)
    select scope, kind, value, -1, amount from differs
    on conflict (scope, kind, value, shard) do update set amount = kept.amount + excluded.amount;
  get diagnostics mended_counts = row_count;
  return mended_people + mended_counts;
end $$;

-- The people of these devices were seen at this time: each counts once in every hour, day and month.
create function note_active(device_ids bigint[], seen timestamptz) returns void language sql as $$
  with before as (
    select p.scope, p.person, p.seen_at from fleet_people p
    where (p.scope, p.person) in (select m.scope, m.person from fleet_members m where m.device = any(device_ids))
      and (p.seen_at is null or p.seen_at < date_trunc('hour', seen, 'UTC'))
    order by p.scope, p.person for update
  ), noted as (
    update fleet_people p set seen_at = date_trunc('hour', seen, 'UTC') from before b
    where p.scope = b.scope and p.person = b.person returning b.scope, b.seen_at
  )
  insert into active_users as kept (scope, period, starts_at, people)
    select n.scope, t.period, date_trunc(t.period, seen, 'UTC'), count(*)
    from noted n cross join (values ('hour'), ('day'), ('month')) as t (period)
    where n.seen_at is null or n.seen_at < date_trunc(t.period, seen, 'UTC')
    group by n.scope, t.period order by n.scope, t.period
    on conflict (scope, period, starts_at) do update set people = kept.people + excluded.people
$$;

-- Locks the search rows and then the counts of people, as the triggers do, for devices whose version is about to
-- change; the caller holds the devices. Each step is a statement of its own: it sees what those have done for whom the
-- one before waited.
create function hold_in_fleet(device_ids bigint[]) returns void language plpgsql as $$
begin
  perform from device_search where device_id = any(device_ids) order by device_id for update;
  perform from fleet_people p join (
      select 0::bigint as scope, user_id as person from devices where id = any(device_ids)
      union select a.user_id, d.user_id from device_assignments a join devices d on d.id = a.device_id
        where d.id = any(device_ids)
    ) as counted using (scope, person)
    order by p.scope, p.person for update of p;
end $$;

-- ==== settings ====

-- The migrations that were applied. A new installation has the row of the newest one that this file includes.
create table if not exists migrations (
  name text primary key,
  sha256 text not null,
  applied_at timestamptz not null default now()
);

create table settings (
  key text primary key,
  value jsonb not null
);

-- The key pair by which push services know this installation (VAPID): at most one row. The private key is sealed with
-- the vault.
create table web_push_keys (
  id boolean default true primary key check (id),
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz not null default now()
);
