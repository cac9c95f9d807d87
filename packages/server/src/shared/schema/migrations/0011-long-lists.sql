-- Lists stay fast at a million devices: each order and the search need one index of one table, and nobody counts rows
-- to say how many there are.

-- What a person is found by and sorted by.
alter table users
  add column contact_info text not null generated always as (coalesce(email, phone_number, '')) stored,
  add column search_text text not null generated always as (
    username || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone_number, '') || E'\n' || nickname
  ) stored;
drop index users_search;
drop index users_contact_order;
create index users_search on users using gin (search_text gin_trgm_ops);
create index users_contact_info on users (contact_info collate natural_order, id);
create index users_admin_role on users (admin_role, id);
create index users_user_type on users (user_type, id);

-- A device carries a copy of what its person is sorted by.
alter table devices add column username text not null default '', add column contact_info text not null default '';
update devices d set username = u.username, contact_info = u.contact_info from users u where u.id = d.user_id;
create index devices_username on devices (username collate natural_order, id) where left_at is null;
create index devices_contact_info on devices (contact_info collate natural_order, id) where left_at is null;
create index devices_present on devices (id) where left_at is null;

-- What a device is found by, apart from it: coming online and going writes its row, and must not write its trigrams.
drop index devices_search;
create table device_search (
  device_id bigint primary key references devices on delete cascade,
  text text not null
);

create function note_device_search(device_ids bigint[]) returns void language sql as $$
  insert into device_search (device_id, text)
    select d.id, concat_ws(E'\n', d.unique_uuid, d.nickname, d.name, d.app_name, u.search_text)
    from devices d join users u on u.id = d.user_id
    where d.id = any(device_ids) and d.left_at is null
    on conflict (device_id) do update set text = excluded.text
$$;
select note_device_search(array_agg(id)) from devices;
create index device_search_text on device_search using gin (text gin_trgm_ops);

create function copy_person_to_device() returns trigger language plpgsql as $$
begin
  -- Shared: a rename at the same moment goes before us or waits, so that its own copy finds this device.
  select username, contact_info into new.username, new.contact_info from users where id = new.user_id for share;
  return new;
end $$;
create trigger devices_copy_person before insert on devices
  for each row execute function copy_person_to_device();
create trigger devices_copy_other_person before update of user_id on devices
  for each row when (new.user_id <> old.user_id) execute function copy_person_to_device();

create function copy_person_to_devices() returns trigger language plpgsql as $$
declare
  copied bigint[];
begin
  with updated as (
    update devices set username = new.username, contact_info = new.contact_info where user_id = new.id returning id
  )
  select array_agg(id) into copied from updated;
  perform note_device_search(copied);
  return null;
end $$;
create trigger users_copy_to_devices after update on users
  for each row when (new.search_text <> old.search_text or new.contact_info <> old.contact_info)
  execute function copy_person_to_devices();

create function note_changed_device() returns trigger language plpgsql as $$
begin
  perform note_device_search(array[new.id]);
  return null;
end $$;
create trigger devices_note_search after update of unique_uuid, user_id, nickname, name, app_name on devices
  for each row when (new.left_at is null and (new.unique_uuid, new.user_id, new.nickname, new.name, new.app_name)
    is distinct from (old.unique_uuid, old.user_id, old.nickname, old.name, old.app_name))
  execute function note_changed_device();

-- How long some lists are: the sum over the shards of a list and scope. Scope 0 is the whole list, otherwise an admin's.
create table list_counts (
  list text not null,
  scope bigint not null,
  shard smallint not null,
  rows bigint not null,
  primary key (list, scope, shard)
) with (fillfactor = 50);

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

create function count_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_list_count('users', 0, (select count(*) from changed));
  else
    perform add_to_list_count('users', 0, -(select count(*) from changed));
  end if;
  return null;
end $$;
create trigger users_count_new after insert on users referencing new table as changed
  for each statement execute function count_users();
create trigger users_count_gone after delete on users referencing old table as changed
  for each statement execute function count_users();

create function note_new_devices() returns trigger language plpgsql as $$
begin
  perform add_to_list_count('devices', 0, (select count(*) from changed where left_at is null));
  perform note_device_search((select array_agg(id) from changed));
  return null;
end $$;
create trigger devices_note_new after insert on devices referencing new table as changed
  for each statement execute function note_new_devices();

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
create trigger devices_note_left after update of left_at on devices
  for each row when ((old.left_at is null) <> (new.left_at is null)) execute function note_presence();
create trigger devices_note_removed before delete on devices
  for each row when (old.left_at is null) execute function note_presence();

-- A device is present while it can be searched for. Its row there is held, not the device's own: those who come online
-- and go write that one, and must not wait for somebody who assigns a thousand devices.
create function count_assignments() returns trigger language plpgsql as $$
begin
  perform add_to_list_count('devices', user_id, case tg_op when 'INSERT' then 1 else -1 end * count(*))
    from (
      select c.user_id from changed c join device_search s on s.device_id = c.device_id for key share of s
    ) as present
    group by user_id order by user_id;
  return null;
end $$;
create trigger device_assignments_count_new after insert on device_assignments referencing new table as changed
  for each statement execute function count_assignments();
create trigger device_assignments_count_gone after delete on device_assignments referencing old table as changed
  for each statement execute function count_assignments();
-- An assignment is added or removed; one that moved would be counted for the wrong admin.
create trigger device_assignments_stay before update of user_id, device_id on device_assignments
  for each row when ((new.user_id, new.device_id) <> (old.user_id, old.device_id)) execute function refuse_change();

insert into list_counts (list, scope, shard, rows)
  select 'users', 0, 0, count(*) from users
  union all select 'devices', 0, 0, count(*) from devices where left_at is null
  union all select 'devices', a.user_id, 0, count(*)
    from device_assignments a join devices d on d.id = a.device_id where d.left_at is null group by a.user_id;
