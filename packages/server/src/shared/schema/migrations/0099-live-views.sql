-- ==== device data ====

-- A live view: a device sends what its camera sees, for some minutes. Its id is that of the command that asked for it. Pictures are never stored.
create table live_views (
  id bigint primary key references commands on delete cascade,
  device_id bigint not null references devices on delete cascade,
  started_by bigint not null references users,
  camera text not null check (camera in ('FRONT', 'BACK')),
  -- The sound was asked for, and shared when it began.
  sound boolean not null,
  minutes smallint not null,
  -- The connection of the device that sends it: it ends when the device has another one.
  epoch bigint not null,
  started_at timestamptz not null default now(),
  until timestamptz not null,
  ended_at timestamptz,
  -- Why it ended, as the contract names it.
  ended_how text,
  check ((ended_at is null) = (ended_how is null))
);
create unique index live_views_one_running on live_views (device_id) where ended_at is null;
create index live_views_due on live_views (until) where ended_at is null;
create index live_views_of_device on live_views (device_id, id);
create index live_views_of_admin on live_views (started_by);

-- An admin who watches a live view, or has a pass to it that is not used yet.
create table live_viewers (
  id bigint generated always as identity primary key,
  live_view_id bigint not null references live_views on delete cascade,
  device_id bigint not null references devices on delete cascade,
  user_id bigint not null references users,
  -- The session of the admin, on which watching depends; null afterwards.
  session_hash bytea,
  -- Null once the pass is used: it is used once.
  pass_hash bytea,
  pass_expires_at timestamptz not null,
  -- The server that has the viewer's socket.
  node_id uuid,
  joined_at timestamptz,
  left_at timestamptz,
  -- How many they were sent.
  pictures int not null default 0,
  check (left_at is null or joined_at is not null)
);
create unique index live_viewers_pass on live_viewers (pass_hash) where pass_hash is not null;
create index live_viewers_present on live_viewers (live_view_id) where left_at is null;
create index live_viewers_of_view on live_viewers (live_view_id, left_at);
create index live_viewers_of_device on live_viewers (device_id, id);
create index live_viewers_of_admin on live_viewers (user_id);
