-- A command and its line in the log cost less. What is written, and what is refused, stays the same.

-- The same bytes as before, as an expression that PostgreSQL copies into whatever calls it.
create function audit_hash(device_id bigint, sequence bigint, recorded_at timestamptz, actor_id bigint, actor_name text,
  action text, subject text, details jsonb, previous bytea) returns bytea language sql stable
return sha256(convert_to(
  octet_length(device_id::text) || ':' || device_id || octet_length(sequence::text) || ':' || sequence
  || '27:' || to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  || octet_length(coalesce(actor_id::text, '')) || ':' || coalesce(actor_id::text, '')
  || octet_length(actor_name) || ':' || actor_name || octet_length(action) || ':' || action
  || octet_length(subject) || ':' || subject || octet_length(details::text) || ':' || details::text
  || 2 * octet_length(previous) || ':' || encode(previous, 'hex'), 'UTF8'));

create or replace function audit_hash(entry audit_entries) returns bytea language sql stable
return audit_hash(entry.device_id, entry.sequence, entry.recorded_at, entry.actor_id, entry.actor_name, entry.action,
  entry.subject, entry.details, entry.previous_hash);

-- A head moves by triggers that write entries, and by nothing else. Once for a statement, not for each of its rows.
drop trigger audit_heads_guard on audit_heads;
create or replace function guard_audit_head() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'audit_heads follows audit_entries and is not changed by hand';
  end if;
  return null;
end $$;

-- Every device has its head from the first moment.
insert into audit_heads (device_id, sequence, hash)
  select id, 0, '' from devices where id not in (select device_id from audit_heads);
create trigger audit_heads_guard before insert or update or delete on audit_heads
  for each statement execute function guard_audit_head();
create function begin_audit_chain() returns trigger language plpgsql as $$
begin
  insert into audit_heads (device_id, sequence, hash) values (new.id, 0, '');
  return null;
end $$;
create trigger devices_audit_chain after insert on devices
  for each row execute function begin_audit_chain();
-- That the device of an entry exists, and stays, holds by its head. Who acted is in the entry for good, by number and
-- by name, whatever becomes of the account.
alter table audit_entries drop constraint audit_entries_device_id_fkey;
alter table audit_entries drop constraint audit_entries_actor_id_fkey;

-- The lock on the head makes writers for one device take turns; devices do not wait for one another.
create or replace function chain_audit_entry() returns trigger language plpgsql as $$
begin
  select sequence + 1, hash into strict new.sequence, new.previous_hash
    from audit_heads where device_id = new.device_id for update;
  new.recorded_at := clock_timestamp();
  new.hash := audit_hash(new);
  update audit_heads set sequence = new.sequence, hash = new.hash where device_id = new.device_id;
  return new;
end $$;
drop trigger audit_entries_chain on audit_entries;
create trigger audit_entries_chain before insert on audit_entries
  for each row when (pg_trigger_depth() = 0) execute function chain_audit_entry();

-- A command is in the log because it is in the queue: no statement can do the one without the other, and one that
-- queues many writes their entries together.
alter table commands add column subject text not null default '';
create function audit_commands() returns trigger language plpgsql as $$
begin
  with found as (
    -- At most one per device: a device has one open command.
    select h.device_id, h.sequence + 1 as sequence, h.hash as previous_hash, c.requested_by, u.username, c.subject,
      jsonb_build_object('commandId', c.id, 'commandType', c.command_type) as details
    from queued c join audit_heads h on h.device_id = c.device_id join users u on u.id = c.requested_by
    where c.finished_at is null order by h.device_id for update of h
  ), timed as materialized (
    select *, clock_timestamp() as recorded_at from found
  ), chained as materialized (
    select *, audit_hash(device_id, sequence, recorded_at, requested_by, username, 'COMMAND', subject, details,
      previous_hash) as hash
    from timed
  ), moved as (
    update audit_heads h set sequence = c.sequence, hash = c.hash from chained c where h.device_id = c.device_id
  )
  insert into audit_entries (device_id, sequence, recorded_at, actor_id, actor_name, action, subject, details,
    previous_hash, hash)
  select device_id, sequence, recorded_at, requested_by, username, 'COMMAND', subject, details, previous_hash, hash
  from chained;
  return null;
end $$;
create trigger commands_audit after insert on commands referencing new table as queued
  for each statement execute function audit_commands();
