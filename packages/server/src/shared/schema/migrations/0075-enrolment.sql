-- Passcodes for a named person, with a group and an admin of their own. Those of one request form a batch.
create sequence passcode_batches;
alter table passcodes
  add column name text not null default '',
  add column email text not null default '',
  add column group_id bigint references groups (id) on delete set null,
  add column admin_id bigint references users (id),
  add column batch_id bigint not null default nextval('passcode_batches'),
  add column reminded_at timestamptz;
create index passcodes_batch on passcodes (batch_id);
create index passcodes_group on passcodes (group_id, id) where group_id is not null;
create index passcodes_admin on passcodes (admin_id) where admin_id is not null and used_at is null;
-- Names and email addresses are erased when a passcode is used, and some time after it expired.
create index passcodes_named on passcodes (expires_at) where (name <> '' or email <> '') and used_at is null;
