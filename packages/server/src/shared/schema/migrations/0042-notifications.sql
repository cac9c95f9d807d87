-- What admins are told, each their own row. Text is kept as it was told: a device may be renamed later.
create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('TICKET_CREATED', 'TICKET_REPLY', 'COMMAND_DONE', 'COMMAND_FAILED',
    'DEVICE_JOINED', 'DEVICE_LEFT', 'CONSENT_CHANGED')),
  title text not null,
  message text not null,
  link text not null default '',
  -- The one device it is about, so that it is shown only while the admin has it.
  device_id bigint references devices on delete cascade,
  count int not null default 1 check (count > 0),
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_of_user on notifications (user_id, id);
create index notifications_unread on notifications (user_id, id) where read_at is null;
create index notifications_of_device on notifications (device_id) where device_id is not null;
create index notifications_age on notifications (created_at);
-- What gathers much of a kind while it is unread: at most one that is still growing.
create index notifications_gathering on notifications (user_id, kind, created_at) where read_at is null and count > 1;
