-- Who reports to whom, who is shut out, and what lists of accounts and passcodes are sorted by.

alter table users
  add column reports_to bigint references users,
  add column blocked_at timestamptz,
  add constraint users_not_their_own_superior check (reports_to <> id);
create index users_reports_to on users (reports_to) where reports_to is not null;
-- Those who sign in, or wait to: few among the many people of devices.
create index users_sign_in on users (id) where password_hash is not null or admin_role <> 'NON_ADMIN';

-- Everyone who reports to an admin, directly or further down. "union" ends it even if somebody made a ring by hand.
create function accounts_below(admin bigint) returns setof bigint language sql stable as $$
  with recursive below as (
    select id from users where reports_to = admin
    union
    select u.id from users u join below b on u.reports_to = b.id
  )
  select id from below
$$;

-- Without one nobody could manage this installation any more. Held by the database, whoever asks.
create function keep_last_super_admin() returns trigger language plpgsql as $$
begin
  if not exists (
    select from users where admin_role = 'SUPER_ADMIN' and blocked_at is null and id <> old.id
  ) then
    raise exception 'the last SUPER_ADMIN stays' using constraint = 'users_last_super_admin';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger users_last_super_admin_stays before update of admin_role, blocked_at on users
  for each row when (old.admin_role = 'SUPER_ADMIN' and old.blocked_at is null
    and (new.admin_role <> 'SUPER_ADMIN' or new.blocked_at is not null))
  execute function keep_last_super_admin();
create trigger users_last_super_admin_kept before delete on users
  for each row when (old.admin_role = 'SUPER_ADMIN' and old.blocked_at is null)
  execute function keep_last_super_admin();

create index passcodes_created_by on passcodes (created_by, id);
