-- What the installation itself offers for download: the client app, one version at a time, and documents about it.
create table static_files (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('APP', 'DOCUMENT')),
  name text not null,
  sha256 text not null references blobs,
  -- Cannot be guessed, and stays when a newer version takes its place: links and QR codes go on working.
  address text not null unique,
  -- From the app's own manifest.
  package_name text,
  version_name text,
  version_code bigint,
  updated_by bigint not null references users,
  updated_at timestamptz not null default now(),
  check ((kind = 'APP') = (package_name is not null and version_name is not null and version_code is not null))
);
create unique index static_files_app on static_files (kind) where kind = 'APP';
create unique index static_files_document on static_files (name) where kind = 'DOCUMENT';
create index static_files_sha256 on static_files (sha256);
create trigger static_files_gone after delete on static_files
  referencing old table as gone for each statement execute function loosen_blobs();

-- An upload may be for no device.
alter table admin_uploads alter column device_id drop not null;
alter table admin_uploads alter column capability drop not null;
alter table admin_uploads drop constraint admin_uploads_admin_id_device_id_capability_sha256_key;
alter table admin_uploads add constraint admin_uploads_identity
  unique nulls not distinct (admin_id, device_id, capability, sha256);
