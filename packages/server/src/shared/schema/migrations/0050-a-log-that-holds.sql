-- The log holds: its hashes are keyed, its details can be erased without breaking a chain, and devices know where it ends.
-- What each part proves, and against whom: docs/adr/0020-an-audit-log-that-holds.md.

-- What a command was asked to do, in the words of its line in the log; its history shows the same words.
alter table commands add column details jsonb not null default '{}';

-- Scheme 1 is SHA-256 over every field, as until now. Scheme 2 is HMAC-SHA-256 with the key of a day, over a salted digest of
-- the details instead of the details. Scheme 3 is an entry of scheme 1 whose details were erased: its hash can no longer be
-- computed, so a keyed seal over what is left stands in `details_digest`.
alter table audit_entries
  add column scheme smallint not null default 1 check (scheme between 1 and 3),
  add column key_day date,
  -- The device's own person did it: their name is erased together with the details.
  add column by_person boolean not null default false,
  add column details_salt bytea,
  add column details_digest bytea,
  alter column details drop not null,
  add constraint audit_entries_keyed check (scheme = 1 or (key_day is not null and details_digest is not null));

alter table access_entries
  add column scheme smallint not null default 1 check (scheme between 1 and 3),
  add column key_day date,
  add column details_salt bytea,
  add column details_digest bytea,
  alter column before drop not null,
  alter column after drop not null,
  add constraint access_entries_keyed check (scheme = 1 or (key_day is not null and details_digest is not null));

-- HMAC-SHA-256 with the key of the day. The server gives it to each connection when it opens it, as the two padded halves that
-- RFC 2104 describes; the database stores it nowhere. A connection without it cannot write to the log.
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

-- Fields of a fixed size first, in binary; texts after their length; the hash before it last. This runs for every entry, so it is
-- an expression that PostgreSQL copies into whatever calls it, and no longer than it must be.
create function keyed_audit_hash(device_id bigint, sequence bigint, recorded_at timestamptz, actor_id bigint, by_person boolean,
  actor_name text, action text, subject text, digest bytea, previous bytea) returns bytea language sql stable
return audit_mac('device-2'::bytea || int8send(device_id) || int8send(sequence) || timestamptz_send(recorded_at)
  || int8send(coalesce(actor_id, 0)) || digest
  || convert_to(case when by_person then 'person0:' else 'admin' || octet_length(actor_name) || ':' || actor_name end
    || octet_length(action) || ':' || action || octet_length(subject) || ':' || subject, 'UTF8')
  || previous);

-- Whether the device's own person did something. Most entries are of a kind that only an admin can cause: they cost no lookup.
create function is_by_person(action text, device_id bigint, actor_id bigint) returns boolean language sql stable
return case when action in ('READ', 'REFUSED_READ', 'REFUSED_COMMAND', 'COMMAND') then false
  else coalesce(actor_id = (select d.user_id from devices d where d.id = device_id), false) end;

-- The lock on the head makes writers for one device take turns; devices do not wait for one another. For few entries.
create or replace function chain_audit_entry() returns trigger language plpgsql as $$
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

drop trigger audit_entries_chain on audit_entries;
create trigger audit_entries_chain before insert on audit_entries for each row
  when (pg_trigger_depth() = 0 and current_setting('fairwatch.chaining', true) is distinct from 'on')
  execute function chain_audit_entry();
create or replace function guard_audit_head() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 and current_setting('fairwatch.chaining', true) is distinct from 'on' then
    raise exception 'audit_heads follows audit_entries and is not changed by hand';
  end if;
  return null;
end $$;

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

-- As in 0029, keyed, and with what the command was asked to do. Whoever asks is an admin: their name stays.
create or replace function audit_commands() returns trigger language plpgsql as $$
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

create function keyed_access_hash(entry access_entries) returns bytea language sql stable
return audit_mac(convert_to(sized('access-2') || sized(entry.id::text) || sized(utc_text(entry.recorded_at))
  || sized(to_char(entry.key_day, 'YYYY-MM-DD')) || sized(entry.actor_id::text) || sized(entry.actor_name)
  || sized(entry.action) || sized(entry.account_id::text) || sized(encode(entry.details_digest, 'hex'))
  || sized(encode(entry.previous_hash, 'hex')), 'UTF8'));

create or replace function chain_access_entry() returns trigger language plpgsql as $$
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

-- Where the entries of scheme 1 end in each chain, sealed with the key by whoever migrates: without these rows somebody without
-- the key could write a whole chain anew under the scheme that has none. The access log is device 0.
create table audit_old_heads (
  device_id bigint primary key,
  sequence bigint not null,
  hash bytea not null,
  key_day date not null,
  seal bytea not null
);
insert into audit_old_heads (device_id, sequence, hash, key_day, seal)
  select device_id, sequence, hash, day, audit_mac(convert_to(sized('old-head') || sized(device_id::text)
    || sized(sequence::text) || sized(encode(hash, 'hex')) || sized(to_char(day, 'YYYY-MM-DD')), 'UTF8'))
  from (
    select device_id, sequence, hash, demand_audit_key() as day from audit_heads where sequence > 0
    union all select 0, sequence, hash, demand_audit_key() from access_head where sequence > 0
  ) as old;
create trigger audit_old_heads_fixed before insert or update or delete or truncate on audit_old_heads
  for each statement execute function refuse_change();

-- Who left takes the details along. A row here erases those that are there, and nothing else does; another row erases what
-- somebody who was just reading wrote since. Why an admin ended a device is that admin's word, and stays.
create table audit_erasures (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices,
  erased_at timestamptz not null default now()
);
create index audit_erasures_device on audit_erasures (device_id);
create trigger audit_erasures_append_only before update or delete or truncate on audit_erasures
  for each statement execute function refuse_change();

create function erase_details() returns trigger language plpgsql as $$
begin
  if not exists (select from devices where id = new.device_id and left_at is not null) then
    raise exception 'device % has not left: its log keeps its details', new.device_id;
  end if;
  update audit_entries set details = null where device_id = new.device_id and details is not null and action <> 'END';
  update consents set person = '' where device_id = new.device_id and person <> '';
  return null;
end $$;
create trigger audit_erasures_erase after insert on audit_erasures for each row execute function erase_details();

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
drop trigger audit_entries_append_only on audit_entries;
create trigger audit_entries_append_only before delete or truncate on audit_entries
  for each statement execute function refuse_change();
create trigger audit_entries_erasure_only before update on audit_entries
  for each row execute function guard_audit_erasure();

-- The record of consents stays: that and when consent was given and withdrawn, to which words. Not by whom.
create function guard_consent_erasure() returns trigger language plpgsql as $$
declare
  erased consents := old;
begin
  erased.person := '';
  if pg_trigger_depth() < 2 or new is distinct from erased then
    raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end $$;
drop trigger consents_append_only on consents;
create trigger consents_append_only before delete or truncate on consents
  for each statement execute function refuse_change();
create trigger consents_erasure_only before update on consents
  for each row execute function guard_consent_erasure();

-- The access log names accounts, and until now it named devices. An entry of it is erased by the entry that says so: whoever
-- verifies the chain finds each erased number in one that follows, written with the key.
create function erase_access_details() returns trigger language plpgsql as $$
begin
  update access_entries set after = null
    where id in (select value::bigint from jsonb_array_elements_text(new.after -> 'entries')) and after is not null;
  return null;
end $$;
create trigger access_entries_erase after insert on access_entries
  for each row when (new.action = 'ERASE') execute function erase_access_details();

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
drop trigger access_entries_append_only on access_entries;
create trigger access_entries_append_only before delete or truncate on access_entries
  for each statement execute function refuse_change();
create trigger access_entries_erasure_only before update on access_entries
  for each row execute function guard_access_erasure();

-- The newest entry that a device said it knows, when it last came, and the log had it.
alter table devices add column log_known_sequence bigint, add column log_known_at timestamptz;

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
create trigger audit_head_mismatches_append_only before update or delete or truncate on audit_head_mismatches
  for each statement execute function refuse_change();

-- Which kinds there are, the contract says.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind ~ '^[A-Z_]+$');
