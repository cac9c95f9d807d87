-- Files that admins upload for a device: the same blobs, kept by rows of their own.
create table uploaded_files (
  -- Numbered together with cdn_files, because both stand in one list.
  id bigint primary key default nextval('cdn_files_id_seq'),
  device_id bigint not null references devices on delete cascade,
  capability text not null,
  sha256 text not null references blobs,
  name text not null,
  uploaded_by bigint not null references users,
  received_at timestamptz not null default now(),
  unique (device_id, capability, sha256, name)
);
create index uploaded_files_list on uploaded_files (device_id, id);
create index uploaded_files_received on uploaded_files (capability, received_at);
create index uploaded_files_sha256 on uploaded_files (sha256);
create trigger uploaded_files_gone after delete on uploaded_files
  referencing old table as gone for each statement execute function loosen_blobs();

-- Every file from or for a device that the server has.
create view stored_files as
  select id, device_id, capability, sha256, path, requested_by, stored_at, 'FROM_DEVICE' as direction from cdn_files
  union all
  select id, device_id, capability, sha256, name, uploaded_by, received_at, 'TO_DEVICE' from uploaded_files;

-- Files on their way from a console. How much of one is there, its file on the disk tells.
create table admin_uploads (
  id text primary key,
  admin_id bigint not null references users on delete cascade,
  device_id bigint not null references devices on delete cascade,
  capability text not null,
  sha256 text not null,
  size bigint not null,
  created_at timestamptz not null default now(),
  unique (admin_id, device_id, capability, sha256)
);
create index admin_uploads_device on admin_uploads (device_id);
create index admin_uploads_created on admin_uploads (created_at);
create index admin_uploads_sha256 on admin_uploads (sha256);
