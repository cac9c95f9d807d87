-- Related notifications of an admin share a group, and each admin chooses for every kind how they are told.

create sequence notification_groups;
alter table notifications
  -- The same for notifications of one kind about one device that followed each other closely.
  add column group_id bigint not null default nextval('notification_groups'),
  -- True while a mail that counts this notification is still to be sent.
  add column mail_due boolean not null default false;
create index notifications_in_group on notifications (user_id, group_id);
-- Finds the group that a new notification joins.
create index notifications_latest on notifications (user_id, kind, created_at);
create index notifications_mail_due on notifications (user_id) where mail_due;

-- What differs from the default, which is the bell.
create table notification_settings (
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind ~ '^[A-Z_]+$'),
  channel text not null check (channel in ('MAIL', 'NONE')),
  primary key (user_id, kind)
);

-- When a mail about notifications was last attempted for an account: the next one waits.
create table notification_mails (
  user_id bigint primary key references users on delete cascade,
  attempted_at timestamptz not null
);
