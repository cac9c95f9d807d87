-- Groups of devices. A group has only devices of its owner's scope; a rule, when it has one, decides which.
create table groups (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users (id),
  name text not null,
  colour text not null,
  rule jsonb,
  created_at timestamptz not null default now(),
  unique (owner_id, name)
);

create table group_devices (
  group_id bigint not null references groups (id) on delete cascade,
  device_id bigint not null references devices (id) on delete cascade,
  primary key (group_id, device_id)
);
create index group_devices_device on group_devices (device_id);

create table group_assignments (
  group_id bigint not null references groups (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  primary key (group_id, user_id)
);
create index group_assignments_user on group_assignments (user_id);

-- An assignment exists because it was made directly, through a group, or both.
alter table device_assignments add column direct boolean not null default true;
create index device_assignments_by_group on device_assignments (device_id) where not direct;

-- The numbers of a version, for comparisons: 1.2.10 is above 1.2.9, and 1.2 equals 1.2.0. A suffix such as -beta does not count.
-- Null for a text that does not begin with a number.
create function version_numbers(version text) returns numeric[] language sql immutable parallel safe
return case when version ~ '^v?\d' then
  (string_to_array(substring(version from '^v?(\d+(?:\.\d+)*)'), '.')::numeric[] || array_fill(0::numeric, array[8]))[1:8] end;
