-- The list of devices shows the name and the model of each device, and finds and sorts by what it shows.

-- What a person shares of the details that the list shows. Who pauses shares nothing, and a device that a restore holds has no
-- capabilities.
create function shown_details(capabilities text[], paused_at timestamptz, model text, os_name text) returns text
language sql immutable as $$
  select case when 'DEVICE_INFO' = any(capabilities) and paused_at is null then model || E'\n' || os_name else '' end
$$;

-- Apart from `text`: not every admin who finds devices may read their details.
alter table device_search add column details text not null default '';
update device_search s set details = shown_details(d.capabilities, d.paused_at, d.model, d.os_name)
  from devices d where d.id = s.device_id and shown_details(d.capabilities, d.paused_at, d.model, d.os_name) <> '';
create index device_search_details on device_search using gin (details gin_trgm_ops);

create or replace function note_device_search(device_ids bigint[]) returns void language sql as $$
  insert into device_search (device_id, text, details)
    select d.id, concat_ws(E'\n', d.unique_uuid, d.nickname, d.name, d.app_name, u.search_text),
      shown_details(d.capabilities, d.paused_at, d.model, d.os_name)
    from devices d join users u on u.id = d.user_id
    where d.id = any(device_ids) and d.left_at is null
    on conflict (device_id) do update set text = excluded.text, details = excluded.details
$$;

-- In the transaction that withdraws device details, the model ceases to be found.
drop trigger devices_note_search on devices;
create trigger devices_note_search
  after update of unique_uuid, user_id, nickname, name, app_name, model, os_name, capabilities, paused_at on devices
  for each row when (new.left_at is null and
    (new.unique_uuid, new.user_id, new.nickname, new.name, new.app_name,
      shown_details(new.capabilities, new.paused_at, new.model, new.os_name))
    is distinct from
    (old.unique_uuid, old.user_id, old.nickname, old.name, old.app_name,
      shown_details(old.capabilities, old.paused_at, old.model, old.os_name)))
  execute function note_changed_device();

-- The order of the list by what each device is called.
create index devices_called on devices (coalesce(nullif(nickname, ''), name) collate natural_order, id) where left_at is null;
