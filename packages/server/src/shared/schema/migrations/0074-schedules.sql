-- A schedule starts a run again and again. With a time on the devices' own clocks it has one row of times per time zone.
create table schedules (
  id bigint generated always as identity primary key,
  name text not null,
  purpose text not null,
  action jsonb not null,
  -- The action in words.
  title text not null,
  timing jsonb not null,
  group_id bigint references groups (id),
  created_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  paused_at timestamptz
);
create index schedules_of_admin on schedules (created_by);
create index schedules_of_group on schedules (group_id) where group_id is not null;
create index runs_of_schedule on runs (schedule_id, id) where schedule_id is not null;

-- The devices that a schedule is for. Those of a group follow its members: a device is added together with the entry in its log that says
-- so, and runs start only for devices in this table.
create table schedule_devices (
  schedule_id bigint not null references schedules (id) on delete cascade,
  device_id bigint not null references devices (id) on delete cascade,
  primary key (schedule_id, device_id)
);
create index schedule_devices_device on schedule_devices (device_id);

-- When a schedule starts next; `zone` is empty unless the time is on the devices' own clocks. Whoever moves the time on starts the
-- run in the same transaction, so that no server starts it twice.
create table schedule_times (
  schedule_id bigint not null references schedules (id) on delete cascade,
  zone text not null,
  next_at timestamptz,
  primary key (schedule_id, zone)
);
create index schedule_times_due on schedule_times (next_at) where next_at is not null;

alter table devices add column time_zone text;
