create table locations (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  received_at timestamptz not null default now(),
  nickname text not null,
  latitude double precision not null,
  longitude double precision not null,
  accuracy double precision not null,
  address text not null,
  timezone text not null,
  local_date_time timestamptz not null,
  unique (device_id, key)
);
create index locations_received on locations (received_at);
create index locations_local_date_time on locations (device_id, local_date_time, id);
create index locations_accuracy on locations (device_id, accuracy, id);
