-- ==== accounts ====

-- A text in lower case and without accents, as names are searched: "Müller" is "muller". Ours, because not every PostgreSQL lets its owner
-- have the extension `unaccent`, whose function would not do for an index either.
create function fold_search(searched text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length(searched) = length(searched) then lower(searched) else
    lower(translate(
      replace(replace(replace(lower(normalize(regexp_replace(normalize(searched, NFD), '[\u0300-\u036F]', '', 'g'), NFC)),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      'øØłŁđĐıÆŒ', 'oOlLdDiaO'))
  end
$$;

-- What names are found by: without accents, and with German umlauts spelled out as well, so that "mueller" finds "Müller".
create function found_by(names text) returns text language sql immutable strict parallel safe as $$
  select fold_search(names) || case when names ~ '[äöüÄÖÜ]' then E'\n' || fold_search(
    replace(replace(replace(replace(replace(replace(names, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'Ä', 'ae'), 'Ö', 'oe'), 'Ü', 'ue'))
    else '' end
$$;

drop trigger users_copy_to_devices on users;
alter table users drop column search_text;
alter table users add column search_text text generated always as (found_by(username || E'\n' || coalesce(email, '') || E'\n' ||
  coalesce(phone_number, '') || E'\n' || nickname || E'\n' || display_name)) stored not null;
create index users_search on users using gin (search_text gin_trgm_ops);
create trigger users_copy_to_devices after update on users
  for each row when ((new.username, new.nickname, new.display_name, new.contact_info, new.search_text) is distinct from
    (old.username, old.nickname, old.display_name, old.contact_info, old.search_text))
  execute function copy_person_to_devices();
comment on trigger users_copy_to_devices on users is
  'Copies a changed name or address of a person to their devices, which sort and search by it.';

-- ==== devices ====

create or replace function note_device_search(device_ids bigint[]) returns void language sql as $$
  insert into device_search (device_id, text, details)
    select d.id, found_by(concat_ws(E'\n', d.unique_uuid, d.nickname, d.name, d.app_name)) || E'\n' || u.search_text,
      fold_search(shown_details(d.capabilities, d.paused_at, d.model, d.os_name))
    from devices d join users u on u.id = d.user_id
    where d.id = any(device_ids) and d.left_at is null
    on conflict (device_id) do update set text = excluded.text, details = excluded.details
$$;
-- Most names are in letters that are found as they are.
select note_device_search(array(
  select device_id from device_search where octet_length(text) <> length(text) or octet_length(details) <> length(details)));

-- The order of the list by what each device is called, which is one name everywhere.
drop index devices_called;
create index devices_called on devices (coalesce(nullif(nickname, ''), nullif(display_name, ''), nullif(username, ''), name)
  collate natural_order, id) where left_at is null;
