-- ==== accounts ====

-- What somebody calls themself, as people write names. Empty for their username, as for everybody from before.
alter table users add column display_name text not null default '';

-- ==== devices ====

-- A copy of what its person is called, like `username`: by admins, else by themself. Empty for their username.
alter table devices add column display_name text not null default '';
update devices d set display_name = u.nickname from users u where u.id = d.user_id and u.nickname <> '' and d.left_at is null;

create or replace function copy_person_to_device() returns trigger language plpgsql as $$
begin
  -- Shared: a rename at the same moment goes before us or waits, so that its own copy finds this device.
  select username, contact_info, coalesce(nullif(nickname, ''), display_name)
    into new.username, new.contact_info, new.display_name from users where id = new.user_id for share;
  return new;
end $$;

create or replace function copy_person_to_devices() returns trigger language plpgsql as $$
declare
  copied bigint[];
begin
  copied := array(select id from devices where user_id = new.id order by id for no key update);
  update devices set username = new.username, contact_info = new.contact_info,
    display_name = coalesce(nullif(new.nickname, ''), new.display_name) where id = any(copied);
  perform from device_search where device_id = any(copied) order by device_id for no key update;
  perform note_device_search(copied);
  return null;
end $$;

drop trigger users_copy_to_devices on users;
create trigger users_copy_to_devices after update on users
  for each row when (new.search_text <> old.search_text or new.contact_info <> old.contact_info
    or new.display_name <> old.display_name)
  execute function copy_person_to_devices();
comment on trigger users_copy_to_devices on users is
  'Copies a changed name or address of a person to their devices, which sort and search by it.';
