-- Who may lift a block, and what the owner of an account is told after signing in.

-- The role of whoever blocked an account, at that moment. What a SUPER_ADMIN blocked only a SUPER_ADMIN unblocks, also
-- when the one who blocked is no SUPER_ADMIN any more. Unknown counts as SUPER_ADMIN.
alter table users add column blocked_by_role text,
  add constraint users_blocked_by_role check (
    blocked_by_role is null or (blocked_at is not null and blocked_by_role in ('ADMIN', 'SUPER_ADMIN')));

-- Accounts that are blocked already: the access log has who did it, but not their role at that time. A block counts as an
-- ADMIN's only when its author is no SUPER_ADMIN now and has not ceased to be one since; every other block counts as a
-- SUPER_ADMIN's.
update users u set blocked_by_role = case when exists (
    select from (
      select id, actor_id from access_entries where account_id = u.id and action = 'BLOCK' order by id desc limit 1
    ) as block
    join users author on author.id = block.actor_id and author.admin_role <> 'SUPER_ADMIN'
    where not exists (
      select from access_entries demotion
      where demotion.account_id = block.actor_id and demotion.id > block.id and demotion.action = 'REJECT'
        and demotion.before ->> 'adminStatus' = 'SUPER_ADMIN')
  ) then 'ADMIN' else 'SUPER_ADMIN' end
  where blocked_at is not null;

-- What somebody else did to how an account signs in. A row stays until the owner has read it.
create table sign_in_alerts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null,
  actor_name text not null,
  created_at timestamptz not null default now()
);
create index sign_in_alerts_user on sign_in_alerts (user_id, id);
