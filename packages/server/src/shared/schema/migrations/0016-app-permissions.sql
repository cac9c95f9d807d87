create table app_permissions (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  title text not null,
  status text not null,
  permission text not null,
  description text not null,
  user_permission_requirement text not null,
  received_at timestamptz not null default now(),
  unique (device_id, key)
);
create index app_permissions_title on app_permissions (device_id, title collate natural_order, id);
create index app_permissions_status on app_permissions (device_id, status collate natural_order, id);
create index app_permissions_permission on app_permissions (device_id, permission collate natural_order, id);
create index app_permissions_requirement
  on app_permissions (device_id, user_permission_requirement collate natural_order, id);
create index app_permissions_received on app_permissions (received_at);
