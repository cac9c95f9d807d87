-- What lies in the folder that a device shares, and which of it the server has.
create table files (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  parent text not null,
  name text not null,
  folder boolean not null,
  size bigint not null,
  mime_type text not null,
  modified_at timestamptz not null,
  received_at timestamptz not null default now(),
  unique (device_id, key)
);
create index files_place on files (device_id, parent, name);
create index files_name on files (device_id, name collate natural_order, id);
create index files_size on files (device_id, size, id);
create index files_mime_type on files (device_id, mime_type collate natural_order, id);
create index files_modified_at on files (device_id, modified_at, id);
create index files_received on files (received_at);
create index files_search on files using gin (device_id, coalesce(name, '') gin_trgm_ops);

create table cdn_files (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  capability text not null,
  sha256 text not null,
  path text not null,
  command_id bigint not null unique,
  requested_by bigint not null references users,
  stored_at timestamptz not null default now(),
  -- Gone with its bytes, whatever deletes those.
  foreign key (device_id, capability, sha256) references device_blobs (device_id, capability, sha256) on delete cascade
);
create index cdn_files_list on cdn_files (device_id, id);
create index cdn_files_bytes on cdn_files (device_id, capability, sha256);
