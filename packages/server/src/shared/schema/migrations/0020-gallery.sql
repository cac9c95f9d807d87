-- Photos and videos: facts and previews come with an Update, an original when somebody asks for it.
create table gallery (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  kind text not null,
  file_name text not null,
  album text not null,
  mime_type text not null,
  width integer not null,
  height integer not null,
  duration_ms integer,
  size bigint not null,
  taken_at timestamptz not null,
  preview_hash text,
  -- The original, and the size that the device had told when it came: one that has changed since is no longer this one.
  -- Updates leave both alone.
  file_hash text,
  file_of_size bigint,
  received_at timestamptz not null default now(),
  unique (device_id, key)
);
create index gallery_taken_at on gallery (device_id, taken_at, id);
create index gallery_file_name on gallery (device_id, file_name collate natural_order, id);
create index gallery_size on gallery (device_id, size, id);
create index gallery_received on gallery (received_at);
