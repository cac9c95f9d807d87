-- What the dashboard shows about devices and their people, kept while they change: nobody counts a hundred thousand devices
-- to open a page.

-- Who has which devices: scope 0 is the whole installation, otherwise an admin's. Counting over it is what the tables below
-- save us.
create view fleet_members as
  select 0::bigint as scope, d.id as device, d.user_id as person, d.os_name || ' ' || d.os_version as os, d.app_version as app
    from devices d where d.left_at is null
  union all
  select a.user_id, d.id, d.user_id, d.os_name || ' ' || d.os_version, d.app_version
    from device_assignments a join devices d on d.id = a.device_id where d.left_at is null;

-- How many devices have an OS or app version, and how many people there are (kind "people", without a value): the sum over
-- the shards, as in list_counts.
create table fleet_counts (
  scope bigint not null,
  kind text not null check (kind in ('os', 'app', 'people')),
  value text not null,
  shard smallint not null,
  amount bigint not null,
  primary key (scope, kind, value, shard)
) with (fillfactor = 50);

-- How many devices of a scope are one person's. Stays for a while when the last one is gone, so that who comes back is not
-- counted as active twice.
create table fleet_people (
  scope bigint not null,
  person bigint not null,
  devices integer not null,
  -- The hour in which one of these devices was last seen; null when none was.
  seen_at timestamptz,
  primary key (scope, person)
) with (fillfactor = 80);

-- Adds devices or takes them away: for each place of the arrays one device in one scope.
create function count_in_fleet(scopes bigint[], people bigint[], systems text[], apps text[], change integer)
returns void language plpgsql as $$
declare
  free_shard constant smallint := free_count_shard();
begin
  insert into fleet_counts as kept (scope, kind, value, shard, amount)
    select t.scope, v.kind, v.value, free_shard, change * count(*)
    from unnest(scopes, systems, apps) as t (scope, os, app)
      cross join lateral (values ('os', t.os), ('app', t.app)) as v (kind, value)
    group by t.scope, v.kind, v.value
    on conflict (scope, kind, value, shard) do update set amount = kept.amount + excluded.amount;
  -- In one order, so that two writers do not wait crosswise.
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

create function count_new_in_fleet() returns trigger language plpgsql as $$
begin
  perform count_in_fleet(array_agg(0::bigint), array_agg(user_id), array_agg(os_name || ' ' || os_version),
      array_agg(app_version), 1)
    from changed where left_at is null having count(*) > 0;
  return null;
end $$;
create trigger devices_fleet_new after insert on devices referencing new table as changed
  for each statement execute function count_new_in_fleet();

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
    perform count_in_fleet(scopes, array_fill(old.user_id, size), array_fill(old.os_name || ' ' || old.os_version, size),
      array_fill(old.app_version, size), -1);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if new.left_at is null then
    perform count_in_fleet(scopes, array_fill(new.user_id, size), array_fill(new.os_name || ' ' || new.os_version, size),
      array_fill(new.app_version, size), 1);
  end if;
  return new;
end $$;
-- Coming online writes these columns and mostly changes none: then it costs a comparison.
create trigger devices_fleet_changed after update of left_at, user_id, os_name, os_version, app_version on devices
  for each row when ((old.left_at is null) <> (new.left_at is null) or new.left_at is null and
    (old.user_id, old.os_name, old.os_version, old.app_version) is distinct from
    (new.user_id, new.os_name, new.os_version, new.app_version))
  execute function count_changed_in_fleet();
create trigger devices_fleet_removed before delete on devices
  for each row when (old.left_at is null) execute function count_changed_in_fleet();

create function count_assigned_in_fleet() returns trigger language plpgsql as $$
begin
  -- A statement of its own: the next one sees what those have done for whom this one waited.
  perform from device_search s where s.device_id in (select device_id from changed) order by s.device_id for key share;
  perform count_in_fleet(array_agg(c.user_id), array_agg(d.user_id), array_agg(d.os_name || ' ' || d.os_version),
      array_agg(d.app_version), case tg_op when 'INSERT' then 1 else -1 end)
    from changed c join device_search s on s.device_id = c.device_id join devices d on d.id = c.device_id
    having count(*) > 0;
  return null;
end $$;
create trigger device_assignments_fleet_new after insert on device_assignments referencing new table as changed
  for each statement execute function count_assigned_in_fleet();
create trigger device_assignments_fleet_gone after delete on device_assignments referencing old table as changed
  for each statement execute function count_assigned_in_fleet();

-- Counts everything and mends what differs; gives back how much did. What is counted and what is kept are seen at one
-- moment and the difference is added, so nobody has to stand still for it.
create function recount_fleet() returns bigint language plpgsql as $$
declare
  mended_people bigint;
  mended_counts bigint;
begin
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
select recount_fleet();
