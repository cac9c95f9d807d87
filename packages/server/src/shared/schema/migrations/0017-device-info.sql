create table device_info (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  "group" text not null,
  name text not null,
  value text not null,
  used bigint,
  total bigint,
  position integer not null,
  received_at timestamptz not null default now(),
  unique (device_id, key)
);
create index device_info_position on device_info (device_id, position, id);
create index device_info_name on device_info (device_id, name collate natural_order, id);
create index device_info_received on device_info (received_at);
