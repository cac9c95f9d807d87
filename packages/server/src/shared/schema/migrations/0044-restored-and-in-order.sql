-- What a restore brings back, and the order in which devices are held.

-- A device that came back with a restore. What its person withdrew since the backup is known to the device alone, so nothing
-- counts as granted until it has said hello; what the backup says was granted waits here.
alter table devices add column restored_at timestamptz, add column restored_capabilities text[],
  add constraint devices_restored_share_nothing check (
    (restored_at is null) = (restored_capabilities is null) and (restored_at is null or capabilities = '{}'));
create index devices_restored on devices (restored_at) where restored_at is not null;

-- Whoever holds several devices takes them in one order, so that no two wait for one another in a ring: the devices by their
-- id, then their rows of device_search, then their people in fleet_people.

-- The second and third for devices whose version is about to change; the caller holds the devices. Each step is a statement
-- of its own: it sees what those have done for whom the one before waited.
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

-- As in 0011, in the order of the devices.
create or replace function count_assignments() returns trigger language plpgsql as $$
begin
  perform add_to_list_count('devices', user_id, case tg_op when 'INSERT' then 1 else -1 end * count(*))
    from (
      select c.user_id from changed c join device_search s on s.device_id = c.device_id order by s.device_id
      for key share of s
    ) as present
    group by user_id order by user_id;
  return null;
end $$;

create or replace function copy_person_to_devices() returns trigger language plpgsql as $$
declare
  copied bigint[];
begin
  copied := array(select id from devices where user_id = new.id order by id for no key update);
  update devices set username = new.username, contact_info = new.contact_info where id = any(copied);
  perform from device_search where device_id = any(copied) order by device_id for no key update;
  perform note_device_search(copied);
  return null;
end $$;
