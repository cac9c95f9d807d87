-- A named area on the map. It is for all devices in its creator's scope unless it names a group or a device.
create table zones (
  id bigint generated always as identity primary key,
  name text not null,
  colour text not null,
  area jsonb not null,
  -- The box around the area in degrees, for finding the zones near a position without computing distances.
  west double precision not null,
  east double precision not null,
  south double precision not null,
  north double precision not null,
  group_id bigint references groups (id),
  device_id bigint references devices (id) on delete cascade,
  created_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (group_id is null or device_id is null)
);
create index zones_of_admin on zones (created_by);
create index zones_of_group on zones (group_id) where group_id is not null;
create index zones_of_device on zones (device_id) where device_id is not null;
