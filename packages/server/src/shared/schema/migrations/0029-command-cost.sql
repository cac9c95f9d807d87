-- A command costs less. What is written, and what is refused, stays the same.

-- That the device and the admin of a command exist was looked up for each command, and again for its line in the log.
-- Now it is looked up for the line only, for all commands of a statement together; and both stay, the device by
-- its head in the log and the admin by a trigger.
alter table commands drop constraint commands_device_id_fkey;
alter table commands drop constraint commands_requested_by_fkey;

create or replace function audit_commands() returns trigger language plpgsql as $$
declare
  written bigint;
begin
  -- Whoever wants to remove the admin waits.
  perform from users where id in (select requested_by from queued) for key share;
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
  get diagnostics written = row_count;
  if written <> (select count(*) from queued where finished_at is null) or exists (
    select from queued c where finished_at is not null and (not exists (select from devices where id = c.device_id)
      or not exists (select from users where id = c.requested_by))
  ) then
    raise foreign_key_violation using message = 'a command needs a device and an admin who asked';
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
create trigger users_keep_who_asked after delete on users for each row execute function keep_who_asked();

create function keep_command_of() returns trigger language plpgsql as $$
begin
  raise exception 'a command stays with its device and with the admin who asked';
end $$;
create trigger commands_keep_of before update of device_id, requested_by on commands
  for each statement execute function keep_command_of();
