-- The schema that the migrations make, grouped by domain. Generated: change it by a migration, never here.
-- `npx vitest run --project server schema -u` writes it again.

-- ====================================================================================================
-- accounts
-- ====================================================================================================

create table attempt_limits (
  subject text not null,
  failures integer not null,
  window_ends_at timestamp with time zone not null,
  constraint attempt_limits_pkey PRIMARY KEY (subject)
);

CREATE INDEX attempt_limits_window ON attempt_limits USING btree (window_ends_at);

create table feature_access (
  id bigint generated always as identity not null,
  user_id bigint not null,
  feature_permission text not null,
  feature_access text not null,
  constraint feature_access_feature_access_check CHECK ((feature_access = ANY (ARRAY['NO_ACCESS'::text, 'READ_ONLY'::text, 'FULL_ACCESS'::text]))),
  constraint feature_access_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint feature_access_pkey PRIMARY KEY (id),
  constraint feature_access_user_id_feature_permission_key UNIQUE (user_id, feature_permission)
);

create table passkey_challenges (
  challenge_hash bytea not null,
  session_hash bytea,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES sessions(token_hash) ON DELETE CASCADE,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash)
);

CREATE INDEX passkey_challenges_expiry ON passkey_challenges USING btree (expires_at);

CREATE INDEX passkey_challenges_session ON passkey_challenges USING btree (session_hash) WHERE (session_hash IS NOT NULL);

create table passkeys (
  id bigint generated always as identity not null,
  user_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  rp_id text not null,
  name text not null,
  backed_up boolean not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id)
);

CREATE INDEX passkeys_user ON passkeys USING btree (user_id, id);

create table profile_pictures (
  user_id bigint not null,
  address text not null,
  bytes bytea not null,
  changed_at timestamp with time zone default now() not null,
  constraint profile_pictures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint profile_pictures_pkey PRIMARY KEY (user_id),
  constraint profile_pictures_address_key UNIQUE (address)
);

create table recovery_codes (
  user_id bigint not null,
  code_hash bytea not null,
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES two_factor(user_id) ON DELETE CASCADE,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
);

create table saved_views (
  user_id bigint not null,
  list text not null,
  name text not null,
  search text not null,
  hidden text[] not null,
  saved_at timestamp with time zone default now() not null,
  constraint saved_views_list_check CHECK ((list ~ '^[a-z-]+$'::text)),
  constraint saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint saved_views_pkey PRIMARY KEY (user_id, list, name)
);

create table sessions (
  token_hash bytea not null,
  user_id bigint not null,
  remembered boolean not null,
  address text not null,
  user_agent text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  id bigint generated always as identity not null,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_pkey PRIMARY KEY (token_hash)
);

CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);

CREATE UNIQUE INDEX sessions_id ON sessions USING btree (id);

CREATE INDEX sessions_user ON sessions USING btree (user_id);

create table sign_in_alerts (
  id bigint generated always as identity not null,
  user_id bigint not null,
  kind text not null,
  actor_name text not null,
  created_at timestamp with time zone default now() not null,
  constraint sign_in_alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sign_in_alerts_pkey PRIMARY KEY (id)
);

CREATE INDEX sign_in_alerts_user ON sign_in_alerts USING btree (user_id, id);

create table two_factor (
  user_id bigint not null,
  sealed_secret bytea not null,
  enabled_at timestamp with time zone,
  last_step bigint default 0 not null,
  constraint two_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint two_factor_pkey PRIMARY KEY (user_id)
);

create table users (
  id bigint generated always as identity not null,
  username text not null,
  email text,
  phone_number text,
  nickname text default ''::text not null,
  user_type text not null,
  admin_role text not null,
  password_hash text,
  custom_sidebar smallint,
  created_at timestamp with time zone default now() not null,
  contact_info text generated always as (COALESCE(email, phone_number, ''::text)) stored not null,
  search_text text generated always as (((((((username || '
'::text) || COALESCE(email, ''::text)) || '
'::text) || COALESCE(phone_number, ''::text)) || '
'::text) || nickname)) stored not null,
  reports_to bigint,
  blocked_at timestamp with time zone,
  blocked_by_role text,
  constraint users_admin_role_check CHECK ((admin_role = ANY (ARRAY['NON_ADMIN'::text, 'PENDING'::text, 'ADMIN'::text, 'SUPER_ADMIN'::text]))),
  constraint users_blocked_by_role CHECK (((blocked_by_role IS NULL) OR ((blocked_at IS NOT NULL) AND (blocked_by_role = ANY (ARRAY['ADMIN'::text, 'SUPER_ADMIN'::text]))))),
  constraint users_custom_sidebar_check CHECK (((custom_sidebar >= 1) AND (custom_sidebar <= 3))),
  constraint users_not_their_own_superior CHECK ((reports_to <> id)),
  constraint users_user_type_check CHECK ((user_type = ANY (ARRAY['ADMIN'::text, 'USER'::text, 'GUEST'::text]))),
  constraint users_reports_to_fkey FOREIGN KEY (reports_to) REFERENCES users(id),
  constraint users_pkey PRIMARY KEY (id)
);

CREATE INDEX users_admin_role ON users USING btree (admin_role, id);

CREATE INDEX users_contact_info ON users USING btree (contact_info COLLATE natural_order, id);

CREATE UNIQUE INDEX users_email ON users USING btree (lower(email)) WHERE (password_hash IS NOT NULL);

CREATE INDEX users_reports_to ON users USING btree (reports_to) WHERE (reports_to IS NOT NULL);

CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops);

CREATE INDEX users_sign_in ON users USING btree (id) WHERE ((password_hash IS NOT NULL) OR (admin_role <> 'NON_ADMIN'::text));

CREATE INDEX users_user_type ON users USING btree (user_type, id);

CREATE UNIQUE INDEX users_username ON users USING btree (lower(username));

CREATE INDEX users_username_order ON users USING btree (username COLLATE natural_order, id);

CREATE INDEX users_username_read ON users USING btree (lower(NORMALIZE(username, NFKC))) WHERE (NOT (username IS NFKC NORMALIZED));

create table usual_addresses (
  user_id bigint not null,
  address_hash bytea not null,
  last_used_at timestamp with time zone default now() not null,
  constraint usual_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint usual_addresses_pkey PRIMARY KEY (user_id, address_hash)
);

CREATE INDEX usual_addresses_age ON usual_addresses USING btree (last_used_at);

create table verifications (
  email_hash bytea not null,
  code_hash bytea not null,
  tries smallint default 0 not null,
  expires_at timestamp with time zone not null,
  usual_tries smallint default 0 not null,
  constraint verifications_pkey PRIMARY KEY (email_hash)
);

CREATE INDEX verifications_expiry ON verifications USING btree (expires_at);

CREATE OR REPLACE FUNCTION copy_person_to_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  copied bigint[];
begin
  copied := array(select id from devices where user_id = new.id order by id for no key update);
  update devices set username = new.username, contact_info = new.contact_info where id = any(copied);
  perform from device_search where device_id = any(copied) order by device_id for no key update;
  perform note_device_search(copied);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION count_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform add_to_list_count('users', 0, (select count(*) from changed));
  else
    perform add_to_list_count('users', 0, -(select count(*) from changed));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_last_super_admin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from users where admin_role = 'SUPER_ADMIN' and blocked_at is null and id <> old.id
  ) then
    raise exception 'the last SUPER_ADMIN stays' using constraint = 'users_last_super_admin';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$;

CREATE OR REPLACE FUNCTION keep_who_asked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from commands where requested_by = old.id) then
    raise foreign_key_violation using message = 'an account that asked for commands stays';
  end if;
  return null;
end $function$;

-- Copies a changed name or address of a person to their devices, which sort and search by it.
CREATE TRIGGER users_copy_to_devices AFTER UPDATE ON users FOR EACH ROW WHEN (new.search_text <> old.search_text OR new.contact_info <> old.contact_info) EXECUTE FUNCTION copy_person_to_devices();

-- Keeps the length of the list of people, so that no list counts a million rows.
CREATE TRIGGER users_count_gone AFTER DELETE ON users REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_users();

-- Keeps the length of the list of people, so that no list counts a million rows.
CREATE TRIGGER users_count_new AFTER INSERT ON users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_users();

-- An account that asked for commands stays. A trigger instead of a foreign key, which would lock the account for each command.
CREATE TRIGGER users_keep_who_asked AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION keep_who_asked();

-- Two deletions at once must not leave the installation without a SUPER_ADMIN; only the database sees both.
CREATE TRIGGER users_last_super_admin_kept BEFORE DELETE ON users FOR EACH ROW WHEN (old.admin_role = 'SUPER_ADMIN'::text AND old.blocked_at IS NULL) EXECUTE FUNCTION keep_last_super_admin();

-- Two demotions at once must not leave the installation without a SUPER_ADMIN; only the database sees both.
CREATE TRIGGER users_last_super_admin_stays BEFORE UPDATE OF admin_role, blocked_at ON users FOR EACH ROW WHEN (old.admin_role = 'SUPER_ADMIN'::text AND old.blocked_at IS NULL AND (new.admin_role <> 'SUPER_ADMIN'::text OR new.blocked_at IS NOT NULL)) EXECUTE FUNCTION keep_last_super_admin();

-- ====================================================================================================
-- devices
-- ====================================================================================================

create table device_archives (
  id bigint generated always as identity not null,
  device_id bigint not null,
  requested_by bigint,
  reason text,
  state text default 'PENDING'::text not null,
  capabilities text[] default '{}'::text[] not null,
  requested_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  size bigint,
  sha256 text,
  fetched_at timestamp with time zone,
  constraint device_archives_check CHECK (((requested_by IS NULL) = (reason IS NULL))),
  constraint device_archives_check1 CHECK (((state = 'READY'::text) = ((sha256 IS NOT NULL) AND (size IS NOT NULL) AND (expires_at IS NOT NULL)))),
  constraint device_archives_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'READY'::text, 'FAILED'::text]))),
  constraint device_archives_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint device_archives_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint device_archives_pkey PRIMARY KEY (id)
);

CREATE INDEX device_archives_expiring ON device_archives USING btree (COALESCE(expires_at, requested_at));

CREATE INDEX device_archives_of_device ON device_archives USING btree (device_id, id);

CREATE UNIQUE INDEX device_archives_pending ON device_archives USING btree (device_id, ((requested_by IS NULL))) WHERE (state = 'PENDING'::text);

create table device_assignments (
  user_id bigint not null,
  device_id bigint not null,
  assigned_at timestamp with time zone default now() not null,
  direct boolean default true not null,
  constraint device_assignments_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint device_assignments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint device_assignments_pkey PRIMARY KEY (user_id, device_id)
);

CREATE INDEX device_assignments_by_group ON device_assignments USING btree (device_id) WHERE (NOT direct);

CREATE INDEX device_assignments_device ON device_assignments USING btree (device_id);

create table device_search (
  device_id bigint not null,
  text text not null,
  details text default ''::text not null,
  constraint device_search_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint device_search_pkey PRIMARY KEY (device_id)
);

CREATE INDEX device_search_details ON device_search USING gin (details gin_trgm_ops);

CREATE INDEX device_search_text ON device_search USING gin (text gin_trgm_ops);

create table device_usage (
  device_id bigint not null,
  kind text not null,
  day date not null,
  bytes bigint not null,
  constraint device_usage_bytes_check CHECK ((bytes >= 0)),
  constraint device_usage_kind_check CHECK ((kind = ANY (ARRAY['UPLOADS'::text, 'TICKET_FILES'::text]))),
  constraint device_usage_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint device_usage_pkey PRIMARY KEY (device_id, kind, day)
);

CREATE INDEX device_usage_day ON device_usage USING btree (day);

create table devices (
  id bigint generated always as identity not null,
  unique_uuid uuid not null,
  user_id bigint not null,
  token_hash bytea,
  nickname text default ''::text not null,
  name text not null,
  model text not null,
  os_name text not null,
  os_version text not null,
  app_name text not null,
  app_version text not null,
  battery_percent smallint,
  network text,
  capabilities text[] default '{}'::text[] not null,
  gateway_node_id uuid,
  last_seen_at timestamp with time zone,
  joined_at timestamp with time zone default now() not null,
  left_at timestamp with time zone,
  paused_at timestamp with time zone,
  username text default ''::text not null,
  contact_info text default ''::text not null,
  charging boolean,
  notice_shown boolean,
  address text,
  restored_at timestamp with time zone,
  restored_capabilities text[],
  log_known_sequence bigint,
  log_known_at timestamp with time zone,
  purpose text default 'OTHER'::text not null,
  purpose_text text default ''::text not null,
  legal_basis text default 'CONSENT'::text not null,
  guardian text,
  review_on date,
  review_told_on date,
  sharing_hours jsonb,
  in_call boolean,
  platform text,
  offers jsonb,
  reachable boolean default false not null,
  time_zone text,
  connection_epoch bigint default 0 not null,
  epoch_server_id uuid,
  constraint devices_restored_share_nothing CHECK ((((restored_at IS NULL) = (restored_capabilities IS NULL)) AND ((restored_at IS NULL) OR (capabilities = '{}'::text[])))),
  constraint devices_gateway_node_id_fkey FOREIGN KEY (gateway_node_id) REFERENCES gateway_nodes(id) ON DELETE SET NULL,
  constraint devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint devices_pkey PRIMARY KEY (id)
);

CREATE INDEX devices_app_name ON devices USING btree (app_name COLLATE natural_order, id) WHERE (left_at IS NULL);

CREATE INDEX devices_called ON devices USING btree (COALESCE(NULLIF(nickname, ''::text), name) COLLATE natural_order, id) WHERE (left_at IS NULL);

CREATE INDEX devices_contact_info ON devices USING btree (contact_info COLLATE natural_order, id) WHERE (left_at IS NULL);

CREATE INDEX devices_gateway_node ON devices USING btree (gateway_node_id);

CREATE INDEX devices_joined ON devices USING btree (joined_at, id) WHERE (left_at IS NULL);

CREATE INDEX devices_left ON devices USING btree (id) WHERE (left_at IS NOT NULL);

CREATE INDEX devices_left_uuid ON devices USING btree (unique_uuid) WHERE (left_at IS NOT NULL);

CREATE INDEX devices_present ON devices USING btree (id) WHERE (left_at IS NULL);

CREATE INDEX devices_reachable ON devices USING btree (id) WHERE (reachable AND (left_at IS NULL));

CREATE INDEX devices_restored ON devices USING btree (restored_at) WHERE (restored_at IS NOT NULL);

CREATE INDEX devices_review ON devices USING btree (review_on) WHERE ((review_on IS NOT NULL) AND (left_at IS NULL));

CREATE INDEX devices_status ON devices USING btree ((
CASE
    WHEN (gateway_node_id IS NOT NULL) THEN 2
    WHEN reachable THEN 1
    ELSE 0
END), id) WHERE (left_at IS NULL);

CREATE UNIQUE INDEX devices_token ON devices USING btree (token_hash);

CREATE UNIQUE INDEX devices_unique_uuid ON devices USING btree (unique_uuid) WHERE (left_at IS NULL);

CREATE INDEX devices_user ON devices USING btree (user_id);

CREATE INDEX devices_username ON devices USING btree (username COLLATE natural_order, id) WHERE (left_at IS NULL);

create table ended_devices (
  device_id bigint not null,
  token_hash bytea not null,
  ended_by text not null,
  reason text not null,
  ended_at timestamp with time zone default now() not null,
  constraint ended_devices_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint ended_devices_pkey PRIMARY KEY (device_id),
  constraint ended_devices_token_hash_key UNIQUE (token_hash)
);

CREATE INDEX ended_devices_age ON ended_devices USING btree (ended_at);

create table ended_servers (
  id uuid not null,
  name text not null,
  version text not null,
  address text,
  started_at timestamp with time zone not null,
  renewed_at timestamp with time zone not null,
  ended_at timestamp with time zone default now() not null,
  devices integer not null,
  lag_ms integer not null,
  was_stopped boolean not null,
  constraint ended_servers_pkey PRIMARY KEY (id)
);

create table gateway_nodes (
  id uuid not null,
  alive_until timestamp with time zone not null,
  name text default ''::text not null,
  version text default ''::text not null,
  address text,
  started_at timestamp with time zone default now() not null,
  renewed_at timestamp with time zone default now() not null,
  devices integer default 0 not null,
  lag_ms integer default 0 not null,
  constraint gateway_nodes_pkey PRIMARY KEY (id)
);

create table group_assignments (
  group_id bigint not null,
  user_id bigint not null,
  constraint group_assignments_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint group_assignments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint group_assignments_pkey PRIMARY KEY (group_id, user_id)
);

CREATE INDEX group_assignments_user ON group_assignments USING btree (user_id);

create table group_devices (
  group_id bigint not null,
  device_id bigint not null,
  constraint group_devices_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint group_devices_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint group_devices_pkey PRIMARY KEY (group_id, device_id)
);

CREATE INDEX group_devices_device ON group_devices USING btree (device_id);

create table groups (
  id bigint generated always as identity not null,
  owner_id bigint not null,
  name text not null,
  colour text not null,
  rule jsonb,
  created_at timestamp with time zone default now() not null,
  constraint groups_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint groups_pkey PRIMARY KEY (id),
  constraint groups_owner_id_name_key UNIQUE (owner_id, name)
);

create table list_counts (
  list text not null,
  scope bigint not null,
  shard smallint not null,
  rows bigint not null,
  constraint list_counts_pkey PRIMARY KEY (list, scope, shard)
) with (fillfactor=50);

create table passcodes (
  id bigint generated always as identity not null,
  code text not null,
  created_by bigint not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  used_by_device_id bigint,
  tries smallint default 0 not null,
  purpose text default 'OTHER'::text not null,
  purpose_text text default ''::text not null,
  legal_basis text default 'CONSENT'::text not null,
  guardian text,
  review_on date,
  name text default ''::text not null,
  email text default ''::text not null,
  group_id bigint,
  admin_id bigint,
  batch_id bigint default nextval('passcode_batches'::regclass) not null,
  reminded_at timestamp with time zone,
  constraint passcodes_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES users(id),
  constraint passcodes_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint passcodes_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE SET NULL,
  constraint passcodes_used_by_device_id_fkey FOREIGN KEY (used_by_device_id) REFERENCES devices(id),
  constraint passcodes_pkey PRIMARY KEY (id),
  constraint passcodes_code_key UNIQUE (code)
);

CREATE INDEX passcodes_admin ON passcodes USING btree (admin_id) WHERE ((admin_id IS NOT NULL) AND (used_at IS NULL));

CREATE INDEX passcodes_batch ON passcodes USING btree (batch_id);

CREATE INDEX passcodes_created_by ON passcodes USING btree (created_by, id);

CREATE INDEX passcodes_group ON passcodes USING btree (group_id, id) WHERE (group_id IS NOT NULL);

CREATE INDEX passcodes_named ON passcodes USING btree (expires_at) WHERE (((name <> ''::text) OR (email <> ''::text)) AND (used_at IS NULL));

CREATE INDEX passcodes_unused ON passcodes USING btree (expires_at, created_by) WHERE (used_at IS NULL);

create table push_subscriptions (
  device_id bigint not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone default now() not null,
  failed_at timestamp with time zone,
  constraint push_subscriptions_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint push_subscriptions_pkey PRIMARY KEY (device_id)
);

CREATE OR REPLACE FUNCTION begin_audit_chain()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into audit_heads (device_id, sequence, hash) values (new.id, 0, '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION copy_person_to_device()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Shared: a rename at the same moment goes before us or waits, so that its own copy finds this device.
  select username, contact_info into new.username, new.contact_info from users where id = new.user_id for share;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION count_assigned_in_fleet()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A statement of its own: the next one sees what those have done for whom this one waited.
  perform from device_search s where s.device_id in (select device_id from changed) order by s.device_id for key share;
  perform count_in_fleet(array_agg(c.user_id), array_agg(d.user_id),
      array_agg(counted_os(d.capabilities, d.paused_at, d.os_name, d.os_version)),
      array_agg(d.app_version), case tg_op when 'INSERT' then 1 else -1 end)
    from changed c join device_search s on s.device_id = c.device_id join devices d on d.id = c.device_id
    having count(*) > 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION count_assignments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_to_list_count('devices', user_id, case tg_op when 'INSERT' then 1 else -1 end * count(*))
    from (
      select c.user_id from changed c join device_search s on s.device_id = c.device_id order by s.device_id
      for key share of s
    ) as present
    group by user_id order by user_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION count_changed_in_fleet()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION count_new_in_fleet()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_in_fleet(array_agg(0::bigint), array_agg(user_id),
      array_agg(counted_os(capabilities, paused_at, os_name, os_version)), array_agg(app_version), 1)
    from changed where left_at is null having count(*) > 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_changed_device()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_device_search(array[new.id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_new_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_to_list_count('devices', 0, (select count(*) from changed where left_at is null));
  perform note_device_search((select array_agg(id) from changed));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_presence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION note_subscribed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from devices d join changed on changed.device_id = d.id order by d.id for no key update of d;
  update devices d set reachable = tg_op = 'INSERT' from changed where d.id = changed.device_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION remember_ended_server()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from ended_servers where ended_at < now() - interval '1 day';
  insert into ended_servers (id, name, version, address, started_at, renewed_at, devices, lag_ms, was_stopped)
    values (old.id, old.name, old.version, old.address, old.started_at, old.renewed_at, old.devices, old.lag_ms,
      old.alive_until >= now())
    on conflict (id) do update set ended_at = excluded.ended_at, renewed_at = excluded.renewed_at,
      devices = excluded.devices, lag_ms = excluded.lag_ms, was_stopped = excluded.was_stopped;
  return null;
end $function$;

-- Keeps the length of each admin's device list, so that no list counts a million rows.
CREATE TRIGGER device_assignments_count_gone AFTER DELETE ON device_assignments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_assignments();

-- Keeps the length of each admin's device list, so that no list counts a million rows.
CREATE TRIGGER device_assignments_count_new AFTER INSERT ON device_assignments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_assignments();

-- Keeps the dashboard's counts of each admin in the transaction that changes what is counted.
CREATE TRIGGER device_assignments_fleet_gone AFTER DELETE ON device_assignments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_assigned_in_fleet();

-- Keeps the dashboard's counts of each admin in the transaction that changes what is counted.
CREATE TRIGGER device_assignments_fleet_new AFTER INSERT ON device_assignments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_assigned_in_fleet();

-- The counts see inserts and deletes only, so an assignment is replaced and never changed.
CREATE TRIGGER device_assignments_stay BEFORE UPDATE OF user_id, device_id ON device_assignments FOR EACH ROW WHEN (new.user_id <> old.user_id OR new.device_id <> old.device_id) EXECUTE FUNCTION refuse_change();

-- Every device has a log from its first moment, whoever inserts it.
CREATE TRIGGER devices_audit_chain AFTER INSERT ON devices FOR EACH ROW EXECUTE FUNCTION begin_audit_chain();

-- Copies the person's name and address to the device, so that the device list sorts and searches by them with an index.
CREATE TRIGGER devices_copy_other_person BEFORE UPDATE OF user_id ON devices FOR EACH ROW WHEN (new.user_id <> old.user_id) EXECUTE FUNCTION copy_person_to_device();

-- Copies the person's name and address to the device, so that the device list sorts and searches by them with an index.
CREATE TRIGGER devices_copy_person BEFORE INSERT ON devices FOR EACH ROW EXECUTE FUNCTION copy_person_to_device();

-- Keeps the dashboard's counts in the transaction that changes what is counted.
CREATE TRIGGER devices_fleet_changed AFTER UPDATE OF left_at, user_id, os_name, os_version, app_version, capabilities, paused_at ON devices FOR EACH ROW WHEN ((old.left_at IS NULL) <> (new.left_at IS NULL) OR new.left_at IS NULL AND (old.user_id IS DISTINCT FROM new.user_id OR counted_os(old.capabilities, old.paused_at, old.os_name, old.os_version) IS DISTINCT FROM counted_os(new.capabilities, new.paused_at, new.os_name, new.os_version) OR old.app_version IS DISTINCT FROM new.app_version)) EXECUTE FUNCTION count_changed_in_fleet();

-- Keeps the dashboard's counts in the transaction that changes what is counted.
CREATE TRIGGER devices_fleet_new AFTER INSERT ON devices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_new_in_fleet();

-- Keeps the dashboard's counts in the transaction that changes what is counted.
CREATE TRIGGER devices_fleet_removed BEFORE DELETE ON devices FOR EACH ROW WHEN (old.left_at IS NULL) EXECUTE FUNCTION count_changed_in_fleet();

-- Keeps the search index and the length of the device list when a device leaves or comes back.
CREATE TRIGGER devices_note_left AFTER UPDATE OF left_at ON devices FOR EACH ROW WHEN ((old.left_at IS NULL) <> (new.left_at IS NULL)) EXECUTE FUNCTION note_presence();

-- Keeps the search index and the length of the device list when devices join.
CREATE TRIGGER devices_note_new AFTER INSERT ON devices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_new_devices();

-- Keeps the length of the device list when a device is deleted.
CREATE TRIGGER devices_note_removed BEFORE DELETE ON devices FOR EACH ROW WHEN (old.left_at IS NULL) EXECUTE FUNCTION note_presence();

-- Keeps the search index of the device list, in a table of its own, so that frequent updates of a device do not rewrite it. A model ceases to be found in the transaction that withdraws device details.
CREATE TRIGGER devices_note_search AFTER UPDATE OF unique_uuid, user_id, nickname, name, app_name, model, os_name, capabilities, paused_at ON devices FOR EACH ROW WHEN (new.left_at IS NULL AND (new.unique_uuid IS DISTINCT FROM old.unique_uuid OR new.user_id IS DISTINCT FROM old.user_id OR new.nickname IS DISTINCT FROM old.nickname OR new.name IS DISTINCT FROM old.name OR new.app_name IS DISTINCT FROM old.app_name OR shown_details(new.capabilities, new.paused_at, new.model, new.os_name) IS DISTINCT FROM shown_details(old.capabilities, old.paused_at, old.model, old.os_name))) EXECUTE FUNCTION note_changed_device();

-- Remembers for a day which server has ended, whoever deletes its row: itself when it stops, or another one when its lease has run out.
CREATE TRIGGER gateway_nodes_ended AFTER DELETE ON gateway_nodes FOR EACH ROW WHEN (old.name <> ''::text) EXECUTE FUNCTION remember_ended_server();

-- Keeps devices.reachable, which the device list shows and filters without a join.
CREATE TRIGGER push_subscriptions_added AFTER INSERT ON push_subscriptions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_subscribed();

-- Keeps devices.reachable, which the device list shows and filters without a join.
CREATE TRIGGER push_subscriptions_removed AFTER DELETE ON push_subscriptions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_subscribed();

-- ====================================================================================================
-- device data
-- ====================================================================================================

create table app_permissions (
  id bigint generated always as identity not null,
  device_id bigint not null,
  key text not null,
  title text not null,
  status text not null,
  permission text not null,
  description text not null,
  user_permission_requirement text not null,
  received_at timestamp with time zone default now() not null,
  constraint app_permissions_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint app_permissions_pkey PRIMARY KEY (id),
  constraint app_permissions_device_id_key_key UNIQUE (device_id, key)
);

CREATE INDEX app_permissions_permission ON app_permissions USING btree (device_id, permission COLLATE natural_order, id);

CREATE INDEX app_permissions_received ON app_permissions USING btree (received_at);

CREATE INDEX app_permissions_requirement ON app_permissions USING btree (device_id, user_permission_requirement COLLATE natural_order, id);

CREATE INDEX app_permissions_status ON app_permissions USING btree (device_id, status COLLATE natural_order, id);

CREATE INDEX app_permissions_title ON app_permissions USING btree (device_id, title COLLATE natural_order, id);

create table apps (
  id bigint generated always as identity not null,
  device_id bigint not null,
  key text not null,
  name text not null,
  package_name text not null,
  version text not null,
  size bigint not null,
  system boolean not null,
  installed_at timestamp with time zone not null,
  icon_hash text,
  received_at timestamp with time zone default now() not null,
  constraint apps_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint apps_pkey PRIMARY KEY (id),
  constraint apps_device_id_key_key UNIQUE (device_id, key)
);

CREATE INDEX apps_installed_at ON apps USING btree (device_id, installed_at, id);

CREATE INDEX apps_name ON apps USING btree (device_id, name COLLATE natural_order, id);

CREATE INDEX apps_package_name ON apps USING btree (device_id, package_name COLLATE natural_order, id);

CREATE INDEX apps_received ON apps USING btree (received_at);

CREATE INDEX apps_size ON apps USING btree (device_id, size, id);

create table calendar_events (
  id bigint generated always as identity not null,
  device_id bigint not null,
  key text not null,
  title text not null,
  location text not null,
  start_date timestamp with time zone not null,
  end_date timestamp with time zone not null,
  description text not null,
  all_day boolean not null,
  received_at timestamp with time zone default now() not null,
  constraint calendar_events_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint calendar_events_pkey PRIMARY KEY (id),
  constraint calendar_events_device_id_key_key UNIQUE (device_id, key)
);

CREATE INDEX calendar_events_location ON calendar_events USING btree (device_id, location COLLATE natural_order, id);

CREATE INDEX calendar_events_received ON calendar_events USING btree (received_at);

CREATE INDEX calendar_events_search ON calendar_events USING gin (device_id, (((((COALESCE(title, ''::text) || '
'::text) || COALESCE(location, ''::text)) || '
'::text) || COALESCE(description, ''::text))) gin_trgm_ops);

CREATE INDEX calendar_events_start_date ON calendar_events USING btree (device_id, start_date, id);

CREATE INDEX calendar_events_title ON calendar_events USING btree (device_id, title COLLATE natural_order, id);

create table call_logs (
  id bigint generated always as identity not null,
  device_id bigint not null,
  key text not null,
  name text not null,
  phone_number text not null,
  duration integer not null,
  date timestamp with time zone not null,
  state text not null,
  received_at timestamp with time zone default now() not null,
  constraint call_logs_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint call_logs_pkey PRIMARY KEY (id),
  constraint call_logs_device_id_key_key UNIQUE (device_id, key)
);

CREATE INDEX call_logs_date ON call_logs USING btree (device_id, date, id);

CREATE INDEX call_logs_duration ON call_logs USING btree (device_id, duration, id);

CREATE INDEX call_logs_phone_number ON call_logs USING btree (device_id, phone_number COLLATE natural_order, id);

CREATE INDEX call_logs_received ON call_logs USING btree (received_at);

CREATE INDEX call_logs_search ON call_logs USING gin (device_id, (((COALESCE(name, ''::text) || '
'::text) || COALESCE(phone_number, ''::text))) gin_trgm_ops);

create table captures (
  id bigint generated always as identity not null,
  device_id bigint not null,
  kind text not null,
  command_id bigint not null,
  requested_by bigint not null,
  capability text not null,
  sha256 text not null,
  duration_ms integer,
  camera text,
  captured_at timestamp with time zone default now() not null,
  constraint captures_camera_check CHECK ((camera = ANY (ARRAY['FRONT'::text, 'BACK'::text]))),
  constraint captures_kind_check CHECK ((kind = ANY (ARRAY['PHOTO'::text, 'VIDEO'::text, 'VOICE'::text, 'CALL'::text]))),
  constraint captures_device_id_capability_sha256_fkey FOREIGN KEY (device_id, capability, sha256) REFERENCES device_blobs(device_id, capability, sha256) ON DELETE CASCADE,
  constraint captures_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint captures_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint captures_pkey PRIMARY KEY (id),
  constraint captures_command_id_key UNIQUE (command_id)
);

CREATE INDEX captures_file ON captures USING btree (device_id, capability, sha256);

CREATE INDEX captures_list ON captures USING btree (device_id, kind, id);

create table contacts (
  id bigint generated always as identity not null,
  device_id bigint not null,
  key text not null,
  name text not null,
  phone_number text not null,
  email text not null,
  address text not null,
  received_at timestamp with time zone default now() not null,
  constraint contacts_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint contacts_pkey PRIMARY KEY (id),
  constraint contacts_device_id_key_key UNIQUE (device_id, key)
);

CREATE INDEX contacts_email ON contacts USING btree (device_id, email COLLATE natural_order, id);

CREATE INDEX contacts_name ON contacts USING btree (device_id, name COLLATE natural_order, id);

CREATE INDEX contacts_phone_number ON contacts USING btree (device_id, phone_number COLLATE natural_order, id);

CREATE INDEX contacts_received ON contacts USING btree (received_at);

CREATE INDEX contacts_search ON contacts USING gin (device_id, (((((COALESCE(name, ''::text) || '
'::text) || COALESCE(phone_number, ''::text)) || '
'::text) || COALESCE(email, ''::text))) gin_trgm_ops);

create table device_info (
  id bigint generated always as identity not null,
  device_id bigint not null,
  key text not null,
  group text not null,
  name text not null,
  value text not null,
  used bigint,
  total bigint,
  position integer not null,
  received_at timestamp with time zone default now() not null,
  constraint device_info_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint device_info_pkey PRIMARY KEY (id),
  constraint device_info_device_id_key_key UNIQUE (device_id, key)
);

CREATE INDEX device_info_name ON device_info USING btree (device_id, name COLLATE natural_order, id);

CREATE INDEX device_info_position ON device_info USING btree (device_id, "position", id);

CREATE INDEX device_info_received ON device_info USING btree (received_at);

create table device_row_counts (
  device_id bigint not null,
  kind text not null,
  rows bigint not null,
  constraint device_row_counts_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint device_row_counts_pkey PRIMARY KEY (device_id, kind)
) with (fillfactor=70);

create table files (
  id bigint generated always as identity not null,
  device_id bigint not null,
  key text not null,
  parent text not null,
  name text not null,
  folder boolean not null,
  size bigint not null,
  mime_type text not null,
  modified_at timestamp with time zone not null,
  received_at timestamp with time zone default now() not null,
  constraint files_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint files_pkey PRIMARY KEY (id),
  constraint files_device_id_key_key UNIQUE (device_id, key)
);

CREATE INDEX files_mime_type ON files USING btree (device_id, mime_type COLLATE natural_order, id);

CREATE INDEX files_modified_at ON files USING btree (device_id, modified_at, id);

CREATE INDEX files_name ON files USING btree (device_id, name COLLATE natural_order, id);

CREATE INDEX files_place ON files USING btree (device_id, parent, name);

CREATE INDEX files_received ON files USING btree (received_at);

CREATE INDEX files_search ON files USING gin (device_id, COALESCE(name, ''::text) gin_trgm_ops);

CREATE INDEX files_size ON files USING btree (device_id, size, id);

create table gallery (
  id bigint generated always as identity not null,
  device_id bigint not null,
  key text not null,
  kind text not null,
  file_name text not null,
  album text not null,
  mime_type text not null,
  width integer not null,
  height integer not null,
  duration_ms integer,
  size bigint not null,
  taken_at timestamp with time zone not null,
  preview_hash text,
  file_hash text,
  file_of_size bigint,
  received_at timestamp with time zone default now() not null,
  constraint gallery_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint gallery_pkey PRIMARY KEY (id),
  constraint gallery_device_id_key_key UNIQUE (device_id, key)
);

CREATE INDEX gallery_file_name ON gallery USING btree (device_id, file_name COLLATE natural_order, id);

CREATE INDEX gallery_received ON gallery USING btree (received_at);

CREATE INDEX gallery_size ON gallery USING btree (device_id, size, id);

CREATE INDEX gallery_taken_at ON gallery USING btree (device_id, taken_at, id);

create table locations (
  id bigint generated always as identity not null,
  device_id bigint not null,
  key text not null,
  received_at timestamp with time zone default now() not null,
  nickname text not null,
  latitude double precision not null,
  longitude double precision not null,
  accuracy double precision not null,
  address text not null,
  timezone text not null,
  local_date_time timestamp with time zone not null,
  constraint locations_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint locations_pkey PRIMARY KEY (id),
  constraint locations_device_id_key_key UNIQUE (device_id, key)
);

CREATE INDEX locations_accuracy ON locations USING btree (device_id, accuracy, id);

CREATE INDEX locations_local_date_time ON locations USING btree (device_id, local_date_time, id);

CREATE INDEX locations_received ON locations USING btree (received_at);

CREATE INDEX locations_search ON locations USING gin (device_id, (((COALESCE(address, ''::text) || '
'::text) || COALESCE(nickname, ''::text))) gin_trgm_ops);

create table message_threads (
  device_id bigint not null,
  address text not null,
  messages bigint not null,
  unread bigint not null,
  last_id bigint not null,
  last_date timestamp(3) with time zone not null,
  constraint message_threads_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint message_threads_pkey PRIMARY KEY (device_id, address)
) with (fillfactor=70);

CREATE INDEX message_threads_last ON message_threads USING btree (last_id);

CREATE INDEX message_threads_newest ON message_threads USING btree (device_id, last_date, last_id);

create table messages (
  id bigint generated always as identity not null,
  device_id bigint not null,
  key text not null,
  address text not null,
  name text not null,
  body text not null,
  date timestamp(3) with time zone not null,
  direction text not null,
  read boolean not null,
  received_at timestamp with time zone default now() not null,
  masked_body text generated always as (NULLIF(mask_codes(body), body)) stored,
  constraint messages_direction_check CHECK ((direction = ANY (ARRAY['RECEIVED'::text, 'SENT'::text]))),
  constraint messages_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_device_id_key_key UNIQUE (device_id, key)
);

CREATE INDEX messages_body ON messages USING gin (device_id, COALESCE(masked_body, body) gin_trgm_ops);

CREATE INDEX messages_date ON messages USING btree (device_id, date, id);

CREATE INDEX messages_received ON messages USING btree (received_at);

CREATE INDEX messages_thread ON messages USING btree (device_id, address, date, id);

CREATE OR REPLACE FUNCTION count_device_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_row_counts as kept (device_id, kind, rows)
    select device_id, tg_table_name, case tg_op when 'INSERT' then 1 else -1 end * count(*)
    from changed group by device_id order by device_id
    on conflict (device_id, kind) do update set rows = kept.rows + excluded.rows;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_message_threads()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_gone_rows AFTER DELETE ON app_permissions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_new_rows AFTER INSERT ON app_permissions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_gone_rows AFTER DELETE ON apps REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_new_rows AFTER INSERT ON apps REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_gone_rows AFTER DELETE ON calendar_events REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_new_rows AFTER INSERT ON calendar_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_gone_rows AFTER DELETE ON call_logs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_new_rows AFTER INSERT ON call_logs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_gone_rows AFTER DELETE ON contacts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_new_rows AFTER INSERT ON contacts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_gone_rows AFTER DELETE ON device_info REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_new_rows AFTER INSERT ON device_info REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_gone_rows AFTER DELETE ON files REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_new_rows AFTER INSERT ON files REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_gone_rows AFTER DELETE ON gallery REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_new_rows AFTER INSERT ON gallery REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_gone_rows AFTER DELETE ON locations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_new_rows AFTER INSERT ON locations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_gone_rows AFTER DELETE ON message_threads REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_new_rows AFTER INSERT ON message_threads REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_gone_rows AFTER DELETE ON messages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps how many rows of this kind a device has, so that no list counts them.
CREATE TRIGGER count_new_rows AFTER INSERT ON messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_device_rows();

-- Keeps each conversation's last message and count, however the messages are written.
CREATE TRIGGER messages_added AFTER INSERT ON messages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_message_threads();

-- Keeps each conversation's last message and count, however the messages are written.
CREATE TRIGGER messages_changed AFTER UPDATE ON messages REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_message_threads();

-- Keeps each conversation's last message and count, also when retention deletes messages.
CREATE TRIGGER messages_removed AFTER DELETE ON messages REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_message_threads();

-- ====================================================================================================
-- commands
-- ====================================================================================================

create table commands (
  id bigint generated always as identity not null,
  device_id bigint not null,
  command_type text not null,
  step text default 'QUEUED'::text not null,
  requested_by bigint not null,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  running_at timestamp with time zone,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  error_details text,
  progress smallint,
  params jsonb default '{}'::jsonb not null,
  subject text default ''::text not null,
  phase text,
  phases text[] default '{}'::text[] not null,
  details jsonb default '{}'::jsonb not null,
  run_item_id bigint,
  constraint commands_ended_when_final CHECK (((finished_at IS NULL) = (step = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'RUNNING'::text])))),
  constraint commands_phase_check CHECK ((phase = ANY (ARRAY['COUNTDOWN'::text, 'RECORDING'::text, 'UPLOADING'::text]))),
  constraint commands_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint commands_step_check CHECK ((step = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text, 'EXPIRED'::text, 'CANCELLED'::text]))),
  constraint commands_pkey PRIMARY KEY (id)
) with (fillfactor=60, autovacuum_vacuum_scale_factor=0.05);

CREATE INDEX commands_deadline ON commands USING btree (expires_at) WHERE (num_nulls(finished_at) = 1);

CREATE INDEX commands_finished ON commands USING btree (finished_at) WHERE (finished_at IS NOT NULL);

CREATE INDEX commands_history ON commands USING btree (device_id, command_type, id DESC);

CREATE UNIQUE INDEX commands_one_open ON commands USING btree (device_id) WHERE (finished_at IS NULL);

CREATE UNIQUE INDEX commands_run_item ON commands USING btree (run_item_id) WHERE (run_item_id IS NOT NULL);

create table run_items (
  id bigint generated always as identity not null,
  run_id bigint not null,
  device_id bigint not null,
  kind text not null,
  command_type text,
  capability text,
  params jsonb default '{}'::jsonb not null,
  details jsonb default '{}'::jsonb not null,
  state text default 'WAITING'::text not null,
  reason text default ''::text not null,
  command_id bigint,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  requested_by bigint,
  turn integer default 0 not null,
  constraint run_items_check CHECK (((command_type IS NOT NULL) = (kind = 'COMMAND'::text))),
  constraint run_items_check1 CHECK (((finished_at IS NULL) = (state = ANY (ARRAY['WAITING'::text, 'OPEN'::text])))),
  constraint run_items_kind_check CHECK ((kind = ANY (ARRAY['COMMAND'::text, 'NOTIFY'::text, 'ASK'::text, 'END'::text]))),
  constraint run_items_requested_by CHECK (((finished_at IS NOT NULL) OR (requested_by IS NOT NULL))),
  constraint run_items_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'OPEN'::text, 'DONE'::text, 'FAILED'::text, 'EXPIRED'::text, 'CANCELLED'::text, 'SKIPPED'::text]))),
  constraint run_items_pkey PRIMARY KEY (id)
) with (fillfactor=40);

CREATE INDEX run_items_about_device ON run_items USING btree (device_id) WHERE ((params <> '{}'::jsonb) OR (details <> '{}'::jsonb) OR (reason <> ''::text));

CREATE INDEX run_items_direct ON run_items USING btree (requested_by, id) WHERE ((finished_at IS NULL) AND (kind <> 'COMMAND'::text));

CREATE INDEX run_items_of_requester ON run_items USING btree (requested_by, device_id) WHERE ((num_nonnulls(finished_at) = 0) AND (kind = 'COMMAND'::text));

CREATE INDEX run_items_of_run ON run_items USING btree (run_id, device_id);

CREATE INDEX run_items_unfinished ON run_items USING btree (device_id, turn, id) WHERE ((finished_at IS NULL) AND (kind = 'COMMAND'::text));

CREATE INDEX run_items_unfinished_of_run ON run_items USING btree (run_id) WHERE (num_nulls(finished_at) = 1);

create table runs (
  id bigint generated always as identity not null,
  client_id uuid not null,
  action text not null,
  title text not null,
  requested_by bigint not null,
  schedule_id bigint,
  schedule_name text,
  reason text default ''::text not null,
  devices integer not null,
  device_id bigint,
  created_at timestamp with time zone default now() not null,
  cancelled_at timestamp with time zone,
  finished_at timestamp with time zone,
  counts jsonb,
  announced_at timestamp with time zone,
  announce_after timestamp with time zone default now() not null,
  bytes bigint default 0 not null,
  constraint runs_check CHECK (((counts IS NULL) = (finished_at IS NULL))),
  constraint runs_devices_check CHECK ((devices > 0)),
  constraint runs_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE SET NULL,
  constraint runs_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint runs_pkey PRIMARY KEY (id),
  constraint runs_requested_by_client_id_key UNIQUE (requested_by, client_id)
);

CREATE INDEX runs_finished ON runs USING btree (finished_at) WHERE (finished_at IS NOT NULL);

CREATE INDEX runs_of_admin ON runs USING btree (requested_by, id DESC);

CREATE INDEX runs_of_device ON runs USING btree (device_id) WHERE (device_id IS NOT NULL);

CREATE INDEX runs_of_schedule ON runs USING btree (schedule_id, id) WHERE (schedule_id IS NOT NULL);

CREATE INDEX runs_unannounced ON runs USING btree (id) WHERE ((finished_at IS NOT NULL) AND (announced_at IS NULL));

CREATE INDEX runs_unfinished ON runs USING btree (id) WHERE (finished_at IS NULL);

create table schedule_devices (
  schedule_id bigint not null,
  device_id bigint not null,
  constraint schedule_devices_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint schedule_devices_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES schedules(id) ON DELETE CASCADE,
  constraint schedule_devices_pkey PRIMARY KEY (schedule_id, device_id)
);

CREATE INDEX schedule_devices_device ON schedule_devices USING btree (device_id);

create table schedule_times (
  schedule_id bigint not null,
  zone text not null,
  next_at timestamp with time zone,
  constraint schedule_times_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES schedules(id) ON DELETE CASCADE,
  constraint schedule_times_pkey PRIMARY KEY (schedule_id, zone)
);

CREATE INDEX schedule_times_due ON schedule_times USING btree (next_at) WHERE (next_at IS NOT NULL);

create table schedules (
  id bigint generated always as identity not null,
  name text not null,
  purpose text not null,
  action jsonb not null,
  title text not null,
  timing jsonb not null,
  group_id bigint,
  created_by bigint not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  paused_at timestamp with time zone,
  constraint schedules_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint schedules_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id),
  constraint schedules_pkey PRIMARY KEY (id)
);

CREATE INDEX schedules_of_admin ON schedules USING btree (created_by);

CREATE INDEX schedules_of_group ON schedules USING btree (group_id) WHERE (group_id IS NOT NULL);

CREATE OR REPLACE FUNCTION audit_commands()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION keep_command_of()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a command stays with its device and with the admin who asked';
end $function$;

-- A command and its entry in the device's log are one statement: no command can exist without its entry.
CREATE TRIGGER commands_audit AFTER INSERT ON commands REFERENCING NEW TABLE AS queued FOR EACH STATEMENT EXECUTE FUNCTION audit_commands();

-- The log names a command by its id, so its device and who asked for it never change.
CREATE TRIGGER commands_keep_of BEFORE UPDATE OF device_id, requested_by ON commands FOR EACH STATEMENT EXECUTE FUNCTION keep_command_of();

-- ====================================================================================================
-- places
-- ====================================================================================================

create table alert_positions (
  device_id bigint not null,
  point_at timestamp with time zone not null,
  evaluated_at timestamp with time zone not null,
  constraint alert_positions_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint alert_positions_pkey PRIMARY KEY (device_id)
);

create table alert_readers (
  user_id bigint not null,
  alert_id bigint not null,
  constraint alert_readers_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alerts(id) ON DELETE CASCADE,
  constraint alert_readers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint alert_readers_pkey PRIMARY KEY (user_id, alert_id)
);

CREATE INDEX alert_readers_alert ON alert_readers USING btree (alert_id);

create table alert_recipients (
  rule_id bigint not null,
  user_id bigint not null,
  constraint alert_recipients_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES alert_rules(id) ON DELETE CASCADE,
  constraint alert_recipients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint alert_recipients_pkey PRIMARY KEY (rule_id, user_id)
);

CREATE INDEX alert_recipients_user ON alert_recipients USING btree (user_id);

create table alert_rules (
  id bigint generated always as identity not null,
  name text not null,
  purpose text not null,
  event text not null,
  condition jsonb not null,
  capability text,
  zone_id bigint,
  group_id bigint,
  device_id bigint,
  created_by bigint not null,
  by_mail boolean not null,
  quiet jsonb,
  is_on boolean not null,
  on_since timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  constraint alert_rules_check CHECK (((group_id IS NULL) OR (device_id IS NULL))),
  constraint alert_rules_check1 CHECK (((zone_id IS NOT NULL) = (event = ANY (ARRAY['ENTERS_ZONE'::text, 'LEAVES_ZONE'::text])))),
  constraint alert_rules_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint alert_rules_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint alert_rules_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id),
  constraint alert_rules_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES zones(id),
  constraint alert_rules_pkey PRIMARY KEY (id)
);

CREATE INDEX alert_rules_of_admin ON alert_rules USING btree (created_by);

CREATE INDEX alert_rules_of_device ON alert_rules USING btree (device_id) WHERE (device_id IS NOT NULL);

CREATE INDEX alert_rules_of_group ON alert_rules USING btree (group_id) WHERE (group_id IS NOT NULL);

CREATE INDEX alert_rules_of_zone ON alert_rules USING btree (zone_id) WHERE (zone_id IS NOT NULL);

create table alert_rules_version (
  only_row boolean default true not null,
  version bigint not null,
  constraint alert_rules_version_only_row_check CHECK (only_row),
  constraint alert_rules_version_pkey PRIMARY KEY (only_row)
);

create table alerts (
  id bigint generated always as identity not null,
  rule_id bigint,
  rule_name text not null,
  event text not null,
  capability text,
  device_id bigint not null,
  words text not null,
  occurrence text default ''::text not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  told_at timestamp with time zone,
  over_told_at timestamp with time zone,
  acknowledged_by bigint,
  acknowledged_at timestamp with time zone,
  recorded_at timestamp with time zone default now() not null,
  constraint alerts_acknowledged_by_fkey FOREIGN KEY (acknowledged_by) REFERENCES users(id),
  constraint alerts_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint alerts_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES alert_rules(id) ON DELETE SET NULL,
  constraint alerts_pkey PRIMARY KEY (id)
);

CREATE INDEX alerts_due ON alerts USING btree (id) WHERE ((told_at IS NULL) OR (over_told_at IS NULL));

CREATE UNIQUE INDEX alerts_occurrence ON alerts USING btree (rule_id, device_id, occurrence) WHERE (occurrence <> ''::text);

CREATE INDEX alerts_of_device ON alerts USING btree (device_id, id);

CREATE INDEX alerts_of_rule ON alerts USING btree (rule_id, id);

CREATE UNIQUE INDEX alerts_open ON alerts USING btree (rule_id, device_id) WHERE (ended_at IS NULL);

CREATE INDEX alerts_recorded ON alerts USING btree (recorded_at);

CREATE INDEX alerts_unacknowledged ON alerts USING btree (id) WHERE (acknowledged_at IS NULL);

create table app_changes (
  id bigint generated always as identity not null,
  device_id bigint not null,
  gone boolean not null,
  name text not null,
  package_name text not null,
  changed_at timestamp with time zone default now() not null,
  constraint app_changes_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint app_changes_pkey PRIMARY KEY (id)
);

CREATE INDEX app_changes_device ON app_changes USING btree (device_id);

create table live_sessions (
  id bigint not null,
  device_id bigint not null,
  started_by bigint not null,
  minutes smallint not null,
  started_at timestamp with time zone default now() not null,
  until timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_how text,
  points integer default 0 not null,
  constraint live_sessions_check CHECK (((ended_at IS NULL) = (ended_how IS NULL))),
  constraint live_sessions_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint live_sessions_id_fkey FOREIGN KEY (id) REFERENCES commands(id) ON DELETE CASCADE,
  constraint live_sessions_started_by_fkey FOREIGN KEY (started_by) REFERENCES users(id),
  constraint live_sessions_pkey PRIMARY KEY (id)
);

CREATE INDEX live_sessions_due ON live_sessions USING btree (until) WHERE (ended_at IS NULL);

CREATE INDEX live_sessions_of_admin ON live_sessions USING btree (started_by);

CREATE INDEX live_sessions_of_device ON live_sessions USING btree (device_id, id);

CREATE UNIQUE INDEX live_sessions_one_running ON live_sessions USING btree (device_id) WHERE (ended_at IS NULL);

create table report_mails (
  id bigint generated always as identity not null,
  user_id bigint not null,
  group_id bigint,
  device_id bigint,
  zone text not null,
  created_at timestamp with time zone default now() not null,
  next_at timestamp with time zone not null,
  last_sent_at timestamp with time zone,
  constraint report_mails_check CHECK (((group_id IS NULL) OR (device_id IS NULL))),
  constraint report_mails_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint report_mails_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint report_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint report_mails_pkey PRIMARY KEY (id),
  constraint report_mails_user_id_key UNIQUE (user_id)
);

CREATE INDEX report_mails_due ON report_mails USING btree (next_at);

CREATE INDEX report_mails_of_device ON report_mails USING btree (device_id) WHERE (device_id IS NOT NULL);

CREATE INDEX report_mails_of_group ON report_mails USING btree (group_id) WHERE (group_id IS NOT NULL);

create table zone_presence (
  device_id bigint not null,
  zone_id bigint not null,
  inside boolean not null,
  since timestamp with time zone not null,
  constraint zone_presence_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint zone_presence_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES zones(id) ON DELETE CASCADE,
  constraint zone_presence_pkey PRIMARY KEY (device_id, zone_id)
);

CREATE INDEX zone_presence_zone ON zone_presence USING btree (zone_id);

create table zones (
  id bigint generated always as identity not null,
  name text not null,
  colour text not null,
  area jsonb not null,
  west double precision not null,
  east double precision not null,
  south double precision not null,
  north double precision not null,
  group_id bigint,
  device_id bigint,
  created_by bigint not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  constraint zones_check CHECK (((group_id IS NULL) OR (device_id IS NULL))),
  constraint zones_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint zones_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint zones_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id),
  constraint zones_pkey PRIMARY KEY (id)
);

CREATE INDEX zones_of_admin ON zones USING btree (created_by);

CREATE INDEX zones_of_device ON zones USING btree (device_id) WHERE (device_id IS NOT NULL);

CREATE INDEX zones_of_group ON zones USING btree (group_id) WHERE (group_id IS NOT NULL);

CREATE OR REPLACE FUNCTION raise_alert_rules_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Once in a transaction, however many rows it changes.
  if current_setting('fairwatch.alert_rules_changed', true) = 'yes' then return null; end if;
  perform set_config('fairwatch.alert_rules_changed', 'yes', true);
  update alert_rules_version set version = version + 1;
  return null;
end $function$;

-- Servers keep rules in memory and compare this number. A trigger, because rules also go with their device or their creator.
CREATE CONSTRAINT TRIGGER alert_rules_raise_version AFTER INSERT OR DELETE OR UPDATE ON alert_rules DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_alert_rules_version();

-- Servers keep zones in memory and compare this number. A trigger, because zones also go with their device or their creator.
CREATE CONSTRAINT TRIGGER zones_raise_version AFTER INSERT OR DELETE OR UPDATE ON zones DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_alert_rules_version();

-- ====================================================================================================
-- content
-- ====================================================================================================

create table admin_uploads (
  id text not null,
  admin_id bigint not null,
  device_id bigint,
  capability text,
  sha256 text not null,
  size bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint admin_uploads_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint admin_uploads_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint admin_uploads_pkey PRIMARY KEY (id),
  constraint admin_uploads_identity UNIQUE NULLS NOT DISTINCT (admin_id, device_id, capability, sha256)
);

CREATE INDEX admin_uploads_created ON admin_uploads USING btree (created_at);

CREATE INDEX admin_uploads_device ON admin_uploads USING btree (device_id);

CREATE INDEX admin_uploads_sha256 ON admin_uploads USING btree (sha256);

create table blobs (
  sha256 text not null,
  size bigint not null,
  mime_type text not null,
  thumbnail boolean not null,
  stored_at timestamp with time zone default now() not null,
  loose boolean default true not null,
  touched_at timestamp with time zone,
  stored_as text not null,
  constraint blobs_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint blobs_stored_as_check CHECK (((stored_as ~ '^[0-9a-f]{64}(\.[0-9a-f]{16})?$'::text) AND starts_with(stored_as, sha256))),
  constraint blobs_pkey PRIMARY KEY (sha256)
);

CREATE INDEX blobs_loose ON blobs USING btree (sha256) WHERE loose;

create table cdn_files (
  id bigint generated always as identity not null,
  device_id bigint not null,
  capability text not null,
  sha256 text not null,
  path text not null,
  command_id bigint not null,
  requested_by bigint not null,
  stored_at timestamp with time zone default now() not null,
  constraint cdn_files_device_id_capability_sha256_fkey FOREIGN KEY (device_id, capability, sha256) REFERENCES device_blobs(device_id, capability, sha256) ON DELETE CASCADE,
  constraint cdn_files_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint cdn_files_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint cdn_files_pkey PRIMARY KEY (id)
);

CREATE INDEX cdn_files_bytes ON cdn_files USING btree (device_id, capability, sha256);

CREATE UNIQUE INDEX cdn_files_command ON cdn_files USING btree (command_id, md5(path));

CREATE INDEX cdn_files_list ON cdn_files USING btree (device_id, id);

create table condemned_blobs (
  stored_as text not null,
  due_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  constraint condemned_blobs_pkey PRIMARY KEY (stored_as)
);

CREATE INDEX condemned_blobs_due ON condemned_blobs USING btree (due_at);

create table device_blobs (
  id bigint generated always as identity not null,
  device_id bigint not null,
  capability text not null,
  sha256 text not null,
  command_id bigint not null,
  received_at timestamp with time zone default now() not null,
  constraint device_blobs_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint device_blobs_sha256_fkey FOREIGN KEY (sha256) REFERENCES blobs(sha256),
  constraint device_blobs_pkey PRIMARY KEY (id),
  constraint device_blobs_device_id_capability_sha256_key UNIQUE (device_id, capability, sha256)
);

CREATE INDEX device_blobs_of_command ON device_blobs USING btree (command_id, device_id, sha256);

CREATE INDEX device_blobs_received ON device_blobs USING btree (capability, received_at);

CREATE INDEX device_blobs_sha256 ON device_blobs USING btree (sha256);

create table static_files (
  id bigint generated always as identity not null,
  kind text not null,
  name text not null,
  sha256 text not null,
  address text not null,
  package_name text,
  version_name text,
  version_code bigint,
  updated_by bigint not null,
  updated_at timestamp with time zone default now() not null,
  constraint static_files_check CHECK (((kind = 'APP'::text) = ((package_name IS NOT NULL) AND (version_name IS NOT NULL) AND (version_code IS NOT NULL)))),
  constraint static_files_kind_check CHECK ((kind = ANY (ARRAY['APP'::text, 'DOCUMENT'::text]))),
  constraint static_files_sha256_fkey FOREIGN KEY (sha256) REFERENCES blobs(sha256),
  constraint static_files_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id),
  constraint static_files_pkey PRIMARY KEY (id),
  constraint static_files_address_key UNIQUE (address)
);

CREATE UNIQUE INDEX static_files_app ON static_files USING btree (kind) WHERE (kind = 'APP'::text);

CREATE UNIQUE INDEX static_files_document ON static_files USING btree (name) WHERE (kind = 'DOCUMENT'::text);

CREATE INDEX static_files_sha256 ON static_files USING btree (sha256);

create table upload_parts (
  upload_id text not null,
  start bigint not null,
  size bigint not null,
  key text not null,
  constraint upload_parts_size_check CHECK ((size > 0)),
  constraint upload_parts_start_check CHECK ((start >= 0)),
  constraint upload_parts_pkey PRIMARY KEY (upload_id, start)
);

create table uploaded_files (
  id bigint default nextval('cdn_files_id_seq'::regclass) not null,
  device_id bigint not null,
  capability text not null,
  sha256 text not null,
  name text not null,
  uploaded_by bigint not null,
  received_at timestamp with time zone default now() not null,
  constraint uploaded_files_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint uploaded_files_sha256_fkey FOREIGN KEY (sha256) REFERENCES blobs(sha256),
  constraint uploaded_files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id),
  constraint uploaded_files_pkey PRIMARY KEY (id),
  constraint uploaded_files_device_id_capability_sha256_name_key UNIQUE (device_id, capability, sha256, name)
);

CREATE INDEX uploaded_files_list ON uploaded_files USING btree (device_id, id);

CREATE INDEX uploaded_files_received ON uploaded_files USING btree (capability, received_at);

CREATE INDEX uploaded_files_sha256 ON uploaded_files USING btree (sha256);

create table uploads (
  id text not null,
  device_id bigint not null,
  command_id bigint not null,
  capability text not null,
  sha256 text not null,
  size bigint not null,
  mime_type text not null,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  constraint uploads_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint uploads_pkey PRIMARY KEY (id)
);

CREATE INDEX uploads_created ON uploads USING btree (created_at);

CREATE INDEX uploads_device ON uploads USING btree (device_id, created_at);

CREATE INDEX uploads_open ON uploads USING btree (sha256) WHERE (finished_at IS NULL);

-- Notes blobs that may have lost their last owner, so that their bytes are deleted although many kinds of rows own blobs.
CREATE TRIGGER device_blobs_gone AFTER DELETE ON device_blobs REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION loosen_blobs();

-- Notes blobs that may have lost their last owner, so that their bytes are deleted although many kinds of rows own blobs.
CREATE TRIGGER static_files_gone AFTER DELETE ON static_files REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION loosen_blobs();

-- Notes blobs that may have lost their last owner, so that their bytes are deleted although many kinds of rows own blobs.
CREATE TRIGGER uploaded_files_gone AFTER DELETE ON uploaded_files REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION loosen_blobs();

-- ====================================================================================================
-- consent
-- ====================================================================================================

create table approvals (
  id bigint generated always as identity not null,
  device_id bigint not null,
  capability text not null,
  action text not null,
  permissions text[] not null,
  level text not null,
  asked_by bigint not null,
  reason text,
  state text default 'PENDING'::text not null,
  asked_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  decided_by bigint,
  decided_at timestamp with time zone,
  holds_until timestamp with time zone,
  constraint approvals_action_check CHECK ((action = ANY (ARRAY['READ'::text, 'COMMAND'::text]))),
  constraint approvals_check CHECK (((state = ANY (ARRAY['AGREED'::text, 'DECLINED'::text])) = (decided_by IS NOT NULL))),
  constraint approvals_check1 CHECK (((state = 'AGREED'::text) = (holds_until IS NOT NULL))),
  constraint approvals_check2 CHECK ((decided_by <> asked_by)),
  constraint approvals_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'AGREED'::text, 'DECLINED'::text, 'EXPIRED'::text]))),
  constraint approvals_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint approvals_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint approvals_pkey PRIMARY KEY (id)
);

CREATE INDEX approvals_agreed ON approvals USING btree (asked_by, device_id) WHERE (holds_until IS NOT NULL);

CREATE INDEX approvals_decided_by ON approvals USING btree (decided_by) WHERE (decided_by IS NOT NULL);

CREATE INDEX approvals_device ON approvals USING btree (device_id);

CREATE UNIQUE INDEX approvals_pending ON approvals USING btree (asked_by, device_id, capability, action) WHERE (state = 'PENDING'::text);

create table consent_requests (
  id bigint generated always as identity not null,
  device_id bigint not null,
  capability text not null,
  asked_by bigint not null,
  asked_at timestamp with time zone default now() not null,
  answered_at timestamp with time zone,
  answer text,
  reason text,
  constraint consent_requests_answer_check CHECK ((answer = ANY (ARRAY['GRANTED'::text, 'DECLINED'::text, 'WITHDRAWN'::text]))),
  constraint consent_requests_check CHECK (((answered_at IS NULL) = (answer IS NULL))),
  constraint consent_requests_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  constraint consent_requests_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint consent_requests_pkey PRIMARY KEY (id)
);

CREATE INDEX consent_requests_latest ON consent_requests USING btree (device_id, capability, id);

CREATE UNIQUE INDEX consent_requests_one_open ON consent_requests USING btree (device_id, capability) WHERE (answered_at IS NULL);

create table consents (
  id bigint generated always as identity not null,
  device_id bigint not null,
  person text not null,
  notice_version integer not null,
  notice_hash text not null,
  language text not null,
  capabilities text[] not null,
  how text not null,
  recorded_at timestamp with time zone default now() not null,
  purpose text default 'OTHER'::text not null,
  purpose_text text default ''::text not null,
  legal_basis text default 'CONSENT'::text not null,
  guardian text,
  review_on date,
  constraint consents_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint consents_pkey PRIMARY KEY (id)
);

CREATE INDEX consents_device ON consents USING btree (device_id, id);

create table given_reasons (
  user_id bigint not null,
  device_id bigint not null,
  reason text not null,
  given_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint given_reasons_reason_check CHECK (((char_length(reason) >= 3) AND (char_length(reason) <= 300))),
  constraint given_reasons_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint given_reasons_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint given_reasons_pkey PRIMARY KEY (user_id, device_id)
);

CREATE INDEX given_reasons_device ON given_reasons USING btree (device_id);

CREATE INDEX given_reasons_expiry ON given_reasons USING btree (expires_at);

CREATE OR REPLACE FUNCTION guard_consent_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

-- What a person agreed to is evidence and is never deleted before the device is erased.
CREATE TRIGGER consents_append_only BEFORE DELETE OR TRUNCATE ON consents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The only update of a consent is the erasure of what names a person.
CREATE TRIGGER consents_erasure_only BEFORE UPDATE ON consents FOR EACH ROW EXECUTE FUNCTION guard_consent_erasure();

-- ====================================================================================================
-- audit
-- ====================================================================================================

create table access_entries (
  id bigint not null,
  recorded_at timestamp with time zone not null,
  actor_id bigint not null,
  actor_name text not null,
  action text not null,
  account_id bigint not null,
  account_name text not null,
  before jsonb,
  after jsonb,
  previous_hash bytea not null,
  hash bytea not null,
  scheme smallint default 1 not null,
  key_day date,
  details_salt bytea,
  details_digest bytea,
  constraint access_entries_keyed CHECK (((scheme = 1) OR ((key_day IS NOT NULL) AND (details_digest IS NOT NULL)))),
  constraint access_entries_scheme_check CHECK (((scheme >= 1) AND (scheme <= 3))),
  constraint access_entries_pkey PRIMARY KEY (id)
);

CREATE INDEX access_entries_account ON access_entries USING btree (account_id, id);

CREATE INDEX access_entries_actor ON access_entries USING btree (actor_id, id);

create table access_head (
  single boolean default true not null,
  sequence bigint not null,
  hash bytea not null,
  constraint access_head_single_check CHECK (single),
  constraint access_head_pkey PRIMARY KEY (single)
);

create table audit_entries (
  device_id bigint not null,
  sequence bigint not null,
  recorded_at timestamp with time zone default now() not null,
  actor_id bigint,
  actor_name text not null,
  action text not null,
  subject text not null,
  details jsonb default '{}'::jsonb,
  previous_hash bytea not null,
  hash bytea not null,
  id bigint generated always as identity not null,
  scheme smallint default 1 not null,
  key_day date,
  by_person boolean default false not null,
  details_salt bytea,
  details_digest bytea,
  constraint audit_entries_keyed CHECK (((scheme = 1) OR ((key_day IS NOT NULL) AND (details_digest IS NOT NULL)))),
  constraint audit_entries_scheme_check CHECK (((scheme >= 1) AND (scheme <= 3))),
  constraint audit_entries_pkey PRIMARY KEY (device_id, sequence)
);

CREATE INDEX audit_entries_newest ON audit_entries USING btree (recorded_at, id);

CREATE INDEX audit_entries_text ON audit_entries USING gin (audit_text(details) gin_trgm_ops) WHERE (details ?| ARRAY['object'::text, 'search'::text, 'filter'::text, 'from'::text, 'to'::text, 'before'::text, 'after'::text, 'reason'::text, 'why'::text]);

create table audit_erasures (
  id bigint generated always as identity not null,
  device_id bigint not null,
  erased_at timestamp with time zone default now() not null,
  constraint audit_erasures_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint audit_erasures_pkey PRIMARY KEY (id)
);

CREATE INDEX audit_erasures_device ON audit_erasures USING btree (device_id);

create table audit_head_mismatches (
  id bigint generated always as identity not null,
  device_id bigint not null,
  sequence bigint not null,
  known_hash bytea not null,
  found_hash bytea,
  after_restore boolean not null,
  reported_at timestamp with time zone default now() not null,
  constraint audit_head_mismatches_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint audit_head_mismatches_pkey PRIMARY KEY (id),
  constraint audit_head_mismatches_device_id_sequence_known_hash_key UNIQUE (device_id, sequence, known_hash)
);

create table audit_heads (
  device_id bigint not null,
  sequence bigint not null,
  hash bytea not null,
  constraint audit_heads_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint audit_heads_pkey PRIMARY KEY (device_id)
) with (fillfactor=70);

create table audit_old_heads (
  device_id bigint not null,
  sequence bigint not null,
  hash bytea not null,
  key_day date not null,
  seal bytea not null,
  constraint audit_old_heads_pkey PRIMARY KEY (device_id)
);

create table settings_changes (
  id bigint generated always as identity not null,
  key text not null,
  before jsonb,
  after jsonb not null,
  changed_by bigint not null,
  changed_by_name text not null,
  changed_at timestamp with time zone default now() not null,
  constraint settings_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  constraint settings_changes_pkey PRIMARY KEY (id)
);

CREATE INDEX settings_changes_key ON settings_changes USING btree (key, id);

CREATE OR REPLACE FUNCTION chain_access_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION chain_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION erase_access_details()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update access_entries set after = null
    where id in (select value::bigint from jsonb_array_elements_text(new.after -> 'entries')) and after is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION erase_details()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from devices where id = new.device_id and left_at is not null) then
    raise exception 'device % has not left: its log keeps its details', new.device_id;
  end if;
  update audit_entries set details = null where device_id = new.device_id and details is not null and action <> 'END';
  update consents set person = '', guardian = null, purpose_text = ''
    where device_id = new.device_id and (person <> '' or guardian is not null or purpose_text <> '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION guard_access_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION guard_access_head()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'access_head follows access_entries and is not changed by hand';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION guard_audit_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION guard_audit_head()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 and current_setting('fairwatch.chaining', true) is distinct from 'on' then
    raise exception 'audit_heads follows audit_entries and is not changed by hand';
  end if;
  return null;
end $function$;

-- The access log is append-only for everyone, also for who reaches the database beside the server.
CREATE TRIGGER access_entries_append_only BEFORE DELETE OR TRUNCATE ON access_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Numbers and hashes each entry in the transaction that writes it, so that no writer can choose its place in the chain.
CREATE TRIGGER access_entries_chain BEFORE INSERT ON access_entries FOR EACH ROW EXECUTE FUNCTION chain_access_entry();

-- Erases the details that name a person who left in the same transaction as the entry that says so.
CREATE TRIGGER access_entries_erase AFTER INSERT ON access_entries FOR EACH ROW WHEN (new.action = 'ERASE'::text) EXECUTE FUNCTION erase_access_details();

-- The only update of the log is an erasure: details become null, everything that is hashed stays.
CREATE TRIGGER access_entries_erasure_only BEFORE UPDATE ON access_entries FOR EACH ROW EXECUTE FUNCTION guard_access_erasure();

-- The head of the chain moves only together with an entry.
CREATE TRIGGER access_head_guard BEFORE INSERT OR DELETE OR UPDATE ON access_head FOR EACH STATEMENT EXECUTE FUNCTION guard_access_head();

-- Truncate does not fire row triggers, so it is refused by itself.
CREATE TRIGGER access_head_not_truncated BEFORE TRUNCATE ON access_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The log of a device is append-only for everyone, also for who reaches the database beside the server.
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Numbers and hashes an entry that was inserted singly. Batches are hashed by the statement that writes them.
CREATE TRIGGER audit_entries_chain BEFORE INSERT ON audit_entries FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND current_setting('fairwatch.chaining'::text, true) IS DISTINCT FROM 'on'::text) EXECUTE FUNCTION chain_audit_entry();

-- The only update of the log is an erasure: details become null, everything that is hashed stays.
CREATE TRIGGER audit_entries_erasure_only BEFORE UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION guard_audit_erasure();

-- That something was erased is part of the log and cannot be taken back.
CREATE TRIGGER audit_erasures_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_erasures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Erases the details of a device's log in the same transaction as the note that says so.
CREATE TRIGGER audit_erasures_erase AFTER INSERT ON audit_erasures FOR EACH ROW EXECUTE FUNCTION erase_details();

-- What a device reported about a changed log must outlive whoever changed it.
CREATE TRIGGER audit_head_mismatches_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_head_mismatches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The head of a chain moves only together with an entry.
CREATE TRIGGER audit_heads_guard BEFORE INSERT OR DELETE OR UPDATE ON audit_heads FOR EACH STATEMENT EXECUTE FUNCTION guard_audit_head();

-- Truncate does not fire row triggers, so it is refused by itself.
CREATE TRIGGER audit_heads_not_truncated BEFORE TRUNCATE ON audit_heads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The heads from before the keyed chain are evidence and never change.
CREATE TRIGGER audit_old_heads_fixed BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON audit_old_heads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Who changed which setting is part of the log.
CREATE TRIGGER settings_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON settings_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- ====================================================================================================
-- tickets
-- ====================================================================================================

create table ticket_messages (
  id bigint generated always as identity not null,
  ticket_id bigint not null,
  client_id uuid not null,
  sender text not null,
  author_id bigint not null,
  kind text not null,
  text text not null,
  sha256 text,
  file_name text,
  mime_type text,
  duration_ms integer,
  peaks smallint[],
  sent_at timestamp with time zone default now() not null,
  read_at timestamp with time zone,
  constraint ticket_messages_check CHECK (((kind = 'TEXT'::text) = (sha256 IS NULL))),
  constraint ticket_messages_kind_check CHECK ((kind = ANY (ARRAY['TEXT'::text, 'VOICE'::text, 'FILE'::text]))),
  constraint ticket_messages_sender_check CHECK ((sender = ANY (ARRAY['ADMIN'::text, 'USER'::text]))),
  constraint ticket_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint ticket_messages_sha256_fkey FOREIGN KEY (sha256) REFERENCES blobs(sha256),
  constraint ticket_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  constraint ticket_messages_pkey PRIMARY KEY (id),
  constraint ticket_messages_author_id_client_id_key UNIQUE (author_id, client_id)
);

CREATE INDEX ticket_messages_list ON ticket_messages USING btree (ticket_id, id);

CREATE INDEX ticket_messages_sha256 ON ticket_messages USING btree (sha256) WHERE (sha256 IS NOT NULL);

CREATE INDEX ticket_messages_unread ON ticket_messages USING btree (ticket_id, sender, id) WHERE (read_at IS NULL);

create table tickets (
  id bigint generated always as identity not null,
  client_id uuid not null,
  opened_by bigint not null,
  device_id bigint,
  title text not null,
  description text not null,
  category text not null,
  priority text not null,
  status text default 'OPEN'::text not null,
  version integer default 1 not null,
  changed_by text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  message_count integer default 0 not null,
  last_message_id bigint,
  last_answer_id bigint default 0 not null,
  received_up_to bigint default 0 not null,
  received_version integer default 0 not null,
  unread_by_admins integer default 1 not null,
  unread_by_user integer default 0 not null,
  search_text text not null,
  priority_rank smallint generated always as (array_position(ARRAY['LOW'::text, 'MEDIUM'::text, 'HIGH'::text, 'CRITICAL'::text], priority)) stored not null,
  status_rank smallint generated always as (array_position(ARRAY['OPEN'::text, 'IN_PROGRESS'::text, 'ANSWERED'::text, 'CLOSED'::text, 'CANCELLED'::text], status)) stored not null,
  ongoing boolean generated always as ((status = ANY (ARRAY['OPEN'::text, 'IN_PROGRESS'::text, 'ANSWERED'::text]))) stored not null,
  constraint tickets_category_check CHECK ((category = ANY (ARRAY['SUPPORT'::text, 'VPN_ISSUE'::text, 'REGISTRATION'::text, 'GENERAL'::text, 'BILLING'::text, 'OTHER'::text]))),
  constraint tickets_priority_check CHECK ((priority = ANY (ARRAY['LOW'::text, 'MEDIUM'::text, 'HIGH'::text, 'CRITICAL'::text]))),
  constraint tickets_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'IN_PROGRESS'::text, 'ANSWERED'::text, 'CLOSED'::text, 'CANCELLED'::text]))),
  constraint tickets_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint tickets_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES users(id),
  constraint tickets_pkey PRIMARY KEY (id),
  constraint tickets_opened_by_client_id_key UNIQUE (opened_by, client_id)
);

CREATE INDEX tickets_attention ON tickets USING btree (((unread_by_admins = 0)), ((NOT ongoing)), priority_rank DESC, id);

CREATE INDEX tickets_by_category ON tickets USING btree (category, id);

CREATE INDEX tickets_by_priority ON tickets USING btree (priority_rank, id);

CREATE INDEX tickets_by_status ON tickets USING btree (status_rank, id);

CREATE INDEX tickets_by_title ON tickets USING btree (lower(title), id);

CREATE INDEX tickets_counted ON tickets USING btree (opened_by, device_id, ongoing, unread_by_admins) WHERE (ongoing OR (unread_by_admins > 0));

CREATE INDEX tickets_finished ON tickets USING btree (finished_at) WHERE (finished_at IS NOT NULL);

CREATE INDEX tickets_of_device ON tickets USING btree (device_id, id) WHERE (device_id IS NOT NULL);

CREATE INDEX tickets_of_opener ON tickets USING btree (opened_by, id);

CREATE INDEX tickets_open ON tickets USING btree (opened_by) WHERE ongoing;

CREATE INDEX tickets_search ON tickets USING gin (search_text gin_trgm_ops);

CREATE INDEX tickets_waiting ON tickets USING btree (device_id) WHERE ((device_id IS NOT NULL) AND ((received_version < version) OR (received_up_to < last_answer_id)));

-- Notes blobs that may have lost their last owner, so that their bytes are deleted although many kinds of rows own blobs.
CREATE TRIGGER ticket_messages_gone AFTER DELETE ON ticket_messages REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION loosen_blobs();

-- ====================================================================================================
-- notifications
-- ====================================================================================================

create table notification_mails (
  user_id bigint not null,
  attempted_at timestamp with time zone not null,
  constraint notification_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notification_mails_pkey PRIMARY KEY (user_id)
);

create table notification_settings (
  user_id bigint not null,
  kind text not null,
  channel text not null,
  constraint notification_settings_channel_check CHECK ((channel = ANY (ARRAY['MAIL'::text, 'NONE'::text]))),
  constraint notification_settings_kind_check CHECK ((kind ~ '^[A-Z_]+$'::text)),
  constraint notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notification_settings_pkey PRIMARY KEY (user_id, kind)
);

create table notifications (
  id bigint generated always as identity not null,
  user_id bigint not null,
  kind text not null,
  title text not null,
  message text not null,
  link text default ''::text not null,
  device_id bigint,
  count integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  read_at timestamp with time zone,
  group_id bigint default nextval('notification_groups'::regclass) not null,
  mail_due boolean default false not null,
  tells text,
  device_ids bigint[],
  constraint notifications_count_check CHECK ((count > 0)),
  constraint notifications_kind_check CHECK ((kind ~ '^[A-Z_]+$'::text)),
  constraint notifications_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notifications_pkey PRIMARY KEY (id)
);

CREATE INDEX notifications_age ON notifications USING btree (created_at);

CREATE INDEX notifications_gathering ON notifications USING btree (user_id, kind, created_at) WHERE ((read_at IS NULL) AND (count > 1));

CREATE INDEX notifications_in_group ON notifications USING btree (user_id, group_id);

CREATE INDEX notifications_latest ON notifications USING btree (user_id, kind, created_at);

CREATE INDEX notifications_mail_due ON notifications USING btree (user_id) WHERE mail_due;

CREATE INDEX notifications_of_device ON notifications USING btree (device_id) WHERE (device_id IS NOT NULL);

CREATE INDEX notifications_of_devices ON notifications USING gin (device_ids) WHERE (device_ids IS NOT NULL);

CREATE INDEX notifications_of_user ON notifications USING btree (user_id, id);

CREATE INDEX notifications_unread ON notifications USING btree (user_id, id) WHERE (read_at IS NULL);

create table push_notifications (
  id bigint generated always as identity not null,
  device_id bigint not null,
  type text not null,
  title text not null,
  message text not null,
  sent_by bigint not null,
  status text default 'QUEUED'::text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  seen_at timestamp with time zone,
  dismissed_at timestamp with time zone,
  constraint push_notifications_status_check CHECK ((status = ANY (ARRAY['QUEUED'::text, 'DELIVERED'::text, 'SEEN'::text, 'DISMISSED'::text, 'FAILED'::text, 'EXPIRED'::text, 'CANCELLED'::text]))),
  constraint push_notifications_type_check CHECK ((type = ANY (ARRAY['INFO'::text, 'WARNING'::text, 'ALERT'::text]))),
  constraint push_notifications_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint push_notifications_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES users(id),
  constraint push_notifications_pkey PRIMARY KEY (id)
);

CREATE INDEX push_notifications_age ON push_notifications USING btree (created_at);

CREATE INDEX push_notifications_deadline ON push_notifications USING btree (expires_at) WHERE (status = 'QUEUED'::text);

CREATE INDEX push_notifications_of_device ON push_notifications USING btree (device_id, id);

CREATE INDEX push_notifications_waiting ON push_notifications USING btree (device_id, id) WHERE (status = 'QUEUED'::text);

-- ====================================================================================================
-- metrics
-- ====================================================================================================

create table active_users (
  scope bigint not null,
  period text not null,
  starts_at timestamp with time zone not null,
  people bigint not null,
  constraint active_users_period_check CHECK ((period = ANY (ARRAY['hour'::text, 'day'::text, 'month'::text]))),
  constraint active_users_pkey PRIMARY KEY (scope, period, starts_at)
);

CREATE INDEX active_users_age ON active_users USING btree (period, starts_at);

create table fleet_counts (
  scope bigint not null,
  kind text not null,
  value text not null,
  shard smallint not null,
  amount bigint not null,
  constraint fleet_counts_kind_check CHECK ((kind = ANY (ARRAY['os'::text, 'app'::text, 'people'::text]))),
  constraint fleet_counts_pkey PRIMARY KEY (scope, kind, value, shard)
) with (fillfactor=50);

create table fleet_people (
  scope bigint not null,
  person bigint not null,
  devices integer not null,
  seen_at timestamp with time zone,
  constraint fleet_people_pkey PRIMARY KEY (scope, person)
) with (fillfactor=80);

create table online_counts (
  node uuid not null,
  scope bigint not null,
  devices bigint not null,
  constraint online_counts_pkey PRIMARY KEY (node, scope)
);

create table system_samples (
  sampled_at timestamp with time zone default now() not null,
  memory bigint not null,
  ram_used bigint not null,
  ram_total bigint not null,
  received bigint not null,
  sent bigint not null,
  uploaded bigint not null,
  disk_free bigint not null,
  disk_total bigint not null,
  server text default ''::text not null,
  constraint system_samples_pkey PRIMARY KEY (sampled_at, server)
);

-- ====================================================================================================
-- settings
-- ====================================================================================================

create table migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table settings (
  key text not null,
  value jsonb not null,
  constraint settings_pkey PRIMARY KEY (key)
);

create table web_push_keys (
  id boolean default true not null,
  public_key text not null,
  private_key bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint web_push_keys_id_check CHECK (id),
  constraint web_push_keys_pkey PRIMARY KEY (id)
);

-- ====================================================================================================
-- shared
-- ====================================================================================================

CREATE OR REPLACE FUNCTION access_hash(entry access_entries)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION accounts_above(account bigint)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
AS $function$
  with recursive above as (
    select reports_to as id from users where id = account and reports_to is not null
    union
    select u.reports_to from users u join above a on u.id = a.id where u.reports_to is not null
  )
  select id from above
$function$;

CREATE OR REPLACE FUNCTION accounts_below(admin bigint)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
AS $function$
  with recursive below as (
    select id from users where reports_to = admin
    union
    select u.id from users u join below b on u.reports_to = b.id
  )
  select id from below
$function$;

CREATE OR REPLACE FUNCTION add_to_list_count(counted_list text, counted_scope bigint, change bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into list_counts as kept (list, scope, shard, rows)
    select counted_list, counted_scope, free_count_shard(), change where change <> 0
    on conflict (list, scope, shard) do update set rows = kept.rows + excluded.rows
$function$;

CREATE OR REPLACE FUNCTION append_audit_entries(device_ids bigint[], actor_ids bigint[], actor_names text[], actions text[], subjects text[], details jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 SET "fairwatch.chaining" TO 'on'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION audit_hash(entry audit_entries)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN audit_hash((entry).device_id, (entry).sequence, (entry).recorded_at, (entry).actor_id, (entry).actor_name, (entry).action, (entry).subject, (entry).details, (entry).previous_hash);

CREATE OR REPLACE FUNCTION audit_hash(device_id bigint, sequence bigint, recorded_at timestamp with time zone, actor_id bigint, actor_name text, action text, subject text, details jsonb, previous bytea)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN sha256(convert_to((((((((((((((((((((((((((octet_length((device_id)::text) || ':'::text) || device_id) || octet_length((sequence)::text)) || ':'::text) || sequence) || '27:'::text) || to_char((recorded_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'::text)) || octet_length(COALESCE((actor_id)::text, ''::text))) || ':'::text) || COALESCE((actor_id)::text, ''::text)) || octet_length(actor_name)) || ':'::text) || actor_name) || octet_length(action)) || ':'::text) || action) || octet_length(subject)) || ':'::text) || subject) || octet_length((details)::text)) || ':'::text) || (details)::text) || (2 * octet_length(previous))) || ':'::text) || encode(previous, 'hex'::text)), 'UTF8'::name));

CREATE OR REPLACE FUNCTION audit_mac(message bytea)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN sha256((decode(current_setting('fairwatch.audit_outer'::text), 'hex'::text) || sha256((decode(current_setting('fairwatch.audit_inner'::text), 'hex'::text) || message))));

CREATE OR REPLACE FUNCTION audit_text(details jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
RETURN concat_ws(' '::text, (details ->> 'object'::text), (details ->> 'search'::text), (details ->> 'filter'::text), (details ->> 'from'::text), (details ->> 'to'::text), (details ->> 'before'::text), (details ->> 'after'::text), (details ->> 'reason'::text), (details ->> 'why'::text));

CREATE OR REPLACE FUNCTION count_in_fleet(scopes bigint[], people bigint[], systems text[], apps text[], change integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION counted_os(capabilities text[], paused_at timestamp with time zone, os_name text, os_version text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when 'DEVICE_INFO' = any(capabilities) and paused_at is null then os_name || ' ' || os_version else '' end
$function$;

CREATE OR REPLACE FUNCTION demand_audit_key()
 RETURNS date
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if coalesce(current_setting('fairwatch.audit_inner', true), '') = '' then
    raise exception 'this connection has no audit key: nothing can be written to the log';
  end if;
  return current_setting('fairwatch.audit_day')::date;
end $function$;

CREATE OR REPLACE FUNCTION details_digest(salt bytea, personal text)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN sha256((salt || convert_to(personal, 'UTF8'::name)));

CREATE OR REPLACE FUNCTION free_count_shard()
 RETURNS smallint
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION hold_in_fleet(device_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from device_search where device_id = any(device_ids) order by device_id for update;
  perform from fleet_people p join (
      select 0::bigint as scope, user_id as person from devices where id = any(device_ids)
      union select a.user_id, d.user_id from device_assignments a join devices d on d.id = a.device_id
        where d.id = any(device_ids)
    ) as counted using (scope, person)
    order by p.scope, p.person for update of p;
end $function$;

CREATE OR REPLACE FUNCTION is_by_person(action text, device_id bigint, actor_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN CASE WHEN (action = ANY (ARRAY['READ'::text, 'REFUSED_READ'::text, 'REFUSED_COMMAND'::text, 'COMMAND'::text])) THEN false ELSE COALESCE((actor_id = (SELECT d.user_id FROM devices d WHERE (d.id = is_by_person.device_id))), false) END;

CREATE OR REPLACE FUNCTION keep_row_counts(kind regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('lock table %s in share row exclusive mode', kind);
  execute format('create trigger count_new_rows after insert on %s referencing new table as changed
    for each statement execute function count_device_rows()', kind);
  execute format('create trigger count_gone_rows after delete on %s referencing old table as changed
    for each statement execute function count_device_rows()', kind);
  execute format('insert into device_row_counts (device_id, kind, rows)
    select device_id, %L, count(*) from %s group by device_id', kind::text, kind);
end $function$;

CREATE OR REPLACE FUNCTION keyed_access_hash(entry access_entries)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN audit_mac(convert_to((((((((((sized('access-2'::text) || sized(((entry).id)::text)) || sized(utc_text((entry).recorded_at))) || sized(to_char(((entry).key_day)::timestamp with time zone, 'YYYY-MM-DD'::text))) || sized(((entry).actor_id)::text)) || sized((entry).actor_name)) || sized((entry).action)) || sized(((entry).account_id)::text)) || sized(encode((entry).details_digest, 'hex'::text))) || sized(encode((entry).previous_hash, 'hex'::text))), 'UTF8'::name));

CREATE OR REPLACE FUNCTION keyed_audit_hash(device_id bigint, sequence bigint, recorded_at timestamp with time zone, actor_id bigint, by_person boolean, actor_name text, action text, subject text, digest bytea, previous bytea)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN audit_mac(((((((('\x6465766963652d32'::bytea || int8send(device_id)) || int8send(sequence)) || timestamptz_send(recorded_at)) || int8send(COALESCE(actor_id, (0)::bigint))) || digest) || convert_to(((((((CASE WHEN by_person THEN 'person0:'::text ELSE ((('admin'::text || octet_length(actor_name)) || ':'::text) || actor_name) END || octet_length(action)) || ':'::text) || action) || octet_length(subject)) || ':'::text) || subject), 'UTF8'::name)) || previous));

CREATE OR REPLACE FUNCTION loosen_blobs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from blobs where sha256 in (select sha256 from gone) order by sha256 for update;
  update blobs set loose = true where sha256 in (select sha256 from gone) and not loose;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION mask_codes(body text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION newest_message(of_device bigint, of_address text, OUT id bigint, OUT date timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select m.id, m.date from messages m
  where m.device_id = of_device and m.address = of_address order by m.date desc, m.id desc limit 1
$function$;

CREATE OR REPLACE FUNCTION note_active(device_ids bigint[], seen timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION note_device_search(device_ids bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into device_search (device_id, text, details)
    select d.id, concat_ws(E'\n', d.unique_uuid, d.nickname, d.name, d.app_name, u.search_text),
      shown_details(d.capabilities, d.paused_at, d.model, d.os_name)
    from devices d join users u on u.id = d.user_id
    where d.id = any(device_ids) and d.left_at is null
    on conflict (device_id) do update set text = excluded.text, details = excluded.details
$function$;

CREATE OR REPLACE FUNCTION recount_fleet()
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION salt_of(seed bytea, device_id bigint)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
RETURN SUBSTRING(sha256((seed || int8send(device_id))) FROM 1 FOR 16);

CREATE OR REPLACE FUNCTION shown_details(capabilities text[], paused_at timestamp with time zone, model text, os_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when 'DEVICE_INFO' = any(capabilities) and paused_at is null then model || E'\n' || os_name else '' end
$function$;

CREATE OR REPLACE FUNCTION sized(field text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN ((octet_length(field) || ':'::text) || field);

CREATE OR REPLACE FUNCTION utc_text(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN to_char((moment AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'::text);

CREATE OR REPLACE FUNCTION version_numbers(version text)
 RETURNS numeric[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (version ~ '^v?\d'::text) THEN (((string_to_array("substring"(version, '^v?(\d+(?:\.\d+)*)'::text), '.'::text))::numeric[] || array_fill((0)::numeric, ARRAY[8])))[1:8] ELSE NULL::numeric[] END;

CREATE OR REPLACE FUNCTION within_hours(hours jsonb, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
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
$function$;
