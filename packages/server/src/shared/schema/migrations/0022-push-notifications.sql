-- Messages to the people of devices, and what became of each.
create table push_notifications (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  type text not null check (type in ('INFO', 'WARNING', 'ALERT')),
  title text not null,
  message text not null,
  sent_by bigint not null references users,
  status text not null default 'QUEUED'
    check (status in ('QUEUED', 'DELIVERED', 'SEEN', 'DISMISSED', 'FAILED', 'EXPIRED', 'CANCELLED')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  delivered_at timestamptz,
  seen_at timestamptz,
  dismissed_at timestamptz
);
create index push_notifications_of_device on push_notifications (device_id, id);
create index push_notifications_waiting on push_notifications (device_id, id) where status = 'QUEUED';
create index push_notifications_deadline on push_notifications (expires_at) where status = 'QUEUED';
create index push_notifications_age on push_notifications (created_at);
