-- ==== commands ====

-- As before. The admins are locked by their ids: joined with `queued`, whose number of rows the planner does not know, all accounts were read
-- for every insert of commands. And the key is decoded once, as in `append_audit_entries`.
create or replace function audit_commands() returns trigger language plpgsql as $$
declare
  written bigint;
  today date := demand_audit_key();
  inner_key bytea := decode(current_setting('fairwatch.audit_inner'), 'hex');
  outer_key bytea := decode(current_setting('fairwatch.audit_outer'), 'hex');
  seed bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
begin
  -- Whoever wants to remove the admin waits.
  perform from users where id = any(array(select distinct requested_by from queued)) order by id for key share;
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
    select *, sha256(outer_key || sha256(inner_key || audit_message(device_id, sequence, recorded_at, requested_by, false, username, 'COMMAND',
      subject, digest, previous_hash))) as hash
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
