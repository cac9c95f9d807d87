create table apps (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  name text not null,
  package_name text not null,
  version text not null,
  size bigint not null,
  system boolean not null,
  installed_at timestamptz not null,
  icon_hash text,
  received_at timestamptz not null default now(),
  unique (device_id, key)
);
create index apps_name on apps (device_id, name collate natural_order, id);
create index apps_size on apps (device_id, size, id);
create index apps_installed_at on apps (device_id, installed_at, id);
create index apps_package_name on apps (device_id, package_name collate natural_order, id);
create index apps_received on apps (received_at);
