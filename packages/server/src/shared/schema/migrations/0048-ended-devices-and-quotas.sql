-- Devices that an admin ended, and how much each device sent in a day.

-- What a device that an admin ended is told when it comes back with its old token, which opens nothing else. Deleted
-- after 30 days; the device's log keeps who ended it and why.
create table ended_devices (
  device_id bigint primary key references devices on delete cascade,
  token_hash bytea not null unique,
  ended_by text not null,
  reason text not null,
  ended_at timestamptz not null default now()
);
create index ended_devices_age on ended_devices (ended_at);

alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check
  check (kind in ('TICKET_CREATED', 'TICKET_REPLY', 'COMMAND_DONE', 'COMMAND_FAILED', 'DEVICE_JOINED', 'DEVICE_LEFT',
    'DEVICE_ENDED', 'CONSENT_CHANGED'));

-- Bytes that a device sent on one day (UTC): as uploads for commands, and as files of tickets. Kept in the database, so that
-- neither a new connection nor a restart of the server renews a quota.
create table device_usage (
  device_id bigint not null references devices on delete cascade,
  kind text not null check (kind in ('UPLOADS', 'TICKET_FILES')),
  day date not null,
  bytes bigint not null check (bytes >= 0),
  primary key (device_id, kind, day)
);
create index device_usage_day on device_usage (day);

-- How many files came for a command is counted before the next one is taken.
create index device_blobs_of_command on device_blobs (command_id, device_id, sha256);
