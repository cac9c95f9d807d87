-- The log over many devices, an anchor for the end of each device's chain, and how long data is kept.

-- Tells entries apart and orders those of the same moment. Not hashed: an entry's place in its chain is its sequence.
alter table audit_entries add column id bigint generated always as identity;
create index audit_entries_newest on audit_entries (recorded_at, id);
-- The log of a device that left is still searched by the device's name.
create index devices_left on devices (id) where left_at is not null;

-- Where each chain ends: without it, entries cut off its end would leave a shorter chain that holds.
create table audit_heads (
  device_id bigint primary key references devices,
  sequence bigint not null,
  hash bytea not null
) with (fillfactor = 70);
insert into audit_heads (device_id, sequence, hash)
  select distinct on (device_id) device_id, sequence, hash from audit_entries order by device_id, sequence desc;

create or replace function chain_audit_entry() returns trigger language plpgsql as $$
declare
  latest record;
begin
  -- One writer per device at a time; devices do not wait for one another.
  perform pg_advisory_xact_lock(hashtext('audit_entries'), hashint8(new.device_id));
  select sequence, hash into latest from audit_heads where device_id = new.device_id;
  new.sequence := coalesce(latest.sequence, 0) + 1;
  new.recorded_at := clock_timestamp();
  new.previous_hash := coalesce(latest.hash, '');
  new.hash := audit_hash(new);
  insert into audit_heads (device_id, sequence, hash) values (new.device_id, new.sequence, new.hash)
    on conflict (device_id) do update set sequence = excluded.sequence, hash = excluded.hash;
  return new;
end $$;

-- A head moves by the chain's own trigger, one step at a time, and by nothing else.
create function guard_audit_head() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() > 1 and (tg_op = 'INSERT' or tg_op = 'UPDATE' and new.sequence = old.sequence + 1) then
    return new;
  end if;
  raise exception 'audit_heads follows audit_entries and is not changed by hand';
end $$;
create trigger audit_heads_guard before insert or update or delete on audit_heads
  for each row execute function guard_audit_head();
create trigger audit_heads_not_truncated before truncate on audit_heads
  for each statement execute function refuse_change();

-- Rows are kept for some days after they last came.
alter table contacts add column received_at timestamptz not null default now();
create index contacts_received on contacts (received_at);
create index commands_finished on commands (finished_at) where finished_at is not null;

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
create trigger settings_changes_append_only before update or delete or truncate on settings_changes
  for each statement execute function refuse_change();
