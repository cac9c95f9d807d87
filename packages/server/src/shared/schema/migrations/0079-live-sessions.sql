-- A live location: a device sends its position as it moves, for some minutes. Its id is that of the command that started it.
create table live_sessions (
  id bigint primary key references commands (id) on delete cascade,
  device_id bigint not null references devices (id) on delete cascade,
  started_by bigint not null references users (id),
  minutes smallint not null,
  started_at timestamptz not null default now(),
  until timestamptz not null,
  ended_at timestamptz,
  -- Why it ended, as the contract names it.
  ended_how text,
  -- How many points were stored.
  points integer not null default 0,
  check ((ended_at is null) = (ended_how is null))
);
create unique index live_sessions_one_running on live_sessions (device_id) where ended_at is null;
create index live_sessions_due on live_sessions (until) where ended_at is null;
create index live_sessions_of_device on live_sessions (device_id, id);
create index live_sessions_of_admin on live_sessions (started_by);
