-- The report of the past week that an admin has mailed to them each Monday; for all devices in their scope unless it names a group or a
-- device. It ends with its group or device, so that it never becomes one about all.
create table report_mails (
  -- The people of the devices see this number, not that of the account.
  id bigint generated always as identity primary key,
  user_id bigint not null unique references users (id) on delete cascade,
  group_id bigint references groups (id) on delete cascade,
  device_id bigint references devices (id) on delete cascade,
  zone text not null,
  created_at timestamptz not null default now(),
  -- When it is mailed next. A server that mails it moves this on first, so that no other does the same.
  next_at timestamptz not null,
  last_sent_at timestamptz,
  check (group_id is null or device_id is null)
);
create index report_mails_due on report_mails (next_at);
create index report_mails_of_group on report_mails (group_id) where group_id is not null;
create index report_mails_of_device on report_mails (device_id) where device_id is not null;
