-- The OS version of a device is counted by name only while its person shares device details; else it counts as '', "not
-- shared". Who pauses shares nothing, and a device that a restore holds has no capabilities.
create function counted_os(capabilities text[], paused_at timestamptz, os_name text, os_version text) returns text
language sql immutable as $$
  select case when 'DEVICE_INFO' = any(capabilities) and paused_at is null then os_name || ' ' || os_version else '' end
$$;

-- What follows is as in 0039, but for the OS.
create or replace view fleet_members as
  select 0::bigint as scope, d.id as device, d.user_id as person,
      counted_os(d.capabilities, d.paused_at, d.os_name, d.os_version) as os, d.app_version as app
    from devices d where d.left_at is null
  union all
  select a.user_id, d.id, d.user_id, counted_os(d.capabilities, d.paused_at, d.os_name, d.os_version), d.app_version
    from device_assignments a join devices d on d.id = a.device_id where d.left_at is null;

create or replace function count_new_in_fleet() returns trigger language plpgsql as $$
begin
  perform count_in_fleet(array_agg(0::bigint), array_agg(user_id),
      array_agg(counted_os(capabilities, paused_at, os_name, os_version)), array_agg(app_version), 1)
    from changed where left_at is null having count(*) > 0;
  return null;
end $$;

create or replace function count_changed_in_fleet() returns trigger language plpgsql as $$
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

drop trigger devices_fleet_changed on devices;
create trigger devices_fleet_changed
  after update of left_at, user_id, os_name, os_version, app_version, capabilities, paused_at on devices
  for each row when ((old.left_at is null) <> (new.left_at is null) or new.left_at is null and
    (old.user_id, counted_os(old.capabilities, old.paused_at, old.os_name, old.os_version), old.app_version) is distinct from
    (new.user_id, counted_os(new.capabilities, new.paused_at, new.os_name, new.os_version), new.app_version))
  execute function count_changed_in_fleet();

create or replace function count_assigned_in_fleet() returns trigger language plpgsql as $$
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

select recount_fleet();
