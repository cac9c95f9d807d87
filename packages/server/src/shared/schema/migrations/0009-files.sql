-- The bytes that devices send, each kept once under its SHA-256, and who sent what.
create table blobs (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint not null,
  -- By its first bytes, whatever the device called it.
  mime_type text not null,
  thumbnail boolean not null,
  stored_at timestamptz not null default now(),
  -- Perhaps nobody's any more: housekeeping looks, and deletes it from the disk if so.
  loose boolean not null default true
);
create index blobs_loose on blobs (sha256) where loose;

create table device_blobs (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  capability text not null,
  sha256 text not null references blobs,
  -- The latest command it was sent for. The command may be gone before the file.
  command_id bigint not null,
  received_at timestamptz not null default now(),
  unique (device_id, capability, sha256)
);
create index device_blobs_received on device_blobs (capability, received_at);
create index device_blobs_sha256 on device_blobs (sha256);

-- Whatever deletes rows, retention, the person who leaves or the device itself: their bytes are looked at afterwards. In
-- one order, so that two deletions never wait for one another.
create function loosen_blobs() returns trigger language plpgsql as $$
begin
  perform from blobs where sha256 in (select sha256 from gone) order by sha256 for update;
  update blobs set loose = true where sha256 in (select sha256 from gone) and not loose;
  return null;
end $$;
create trigger device_blobs_gone after delete on device_blobs
  referencing old table as gone for each statement execute function loosen_blobs();

-- Files on their way. A finished one stays for a while, so that a device which lost the answer learns it.
create table uploads (
  id text primary key,
  device_id bigint not null references devices on delete cascade,
  command_id bigint not null,
  capability text not null,
  sha256 text not null,
  size bigint not null,
  mime_type text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index uploads_device on uploads (device_id, created_at);
create index uploads_created on uploads (created_at);
create index uploads_open on uploads (sha256) where finished_at is null;
