-- ==== devices ====

-- What devices are found by is kept in lower case: a search compares thousands of texts, and putting each into lower case took half of its time.
create or replace function note_device_search(device_ids bigint[]) returns void language sql as $$
  insert into device_search (device_id, text, details)
    select d.id, lower(concat_ws(E'\n', d.unique_uuid, d.nickname, d.name, d.app_name, u.search_text)),
      lower(shown_details(d.capabilities, d.paused_at, d.model, d.os_name))
    from devices d join users u on u.id = d.user_id
    where d.id = any(device_ids) and d.left_at is null
    on conflict (device_id) do update set text = excluded.text, details = excluded.details
$$;

drop index device_search_text;
drop index device_search_details;
update device_search set text = lower(text), details = lower(details);
create index device_search_text on device_search using gin (text gin_trgm_ops);
create index device_search_details on device_search using gin (details gin_trgm_ops);
