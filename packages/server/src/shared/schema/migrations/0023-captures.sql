-- What a device is doing for a command, and what was captured on devices.
alter table commands add column phase text check (phase in ('COUNTDOWN', 'RECORDING', 'UPLOADING'));
-- All it went through. A capture that was not counted down where its person could see it is not taken.
alter table commands add column phases text[] not null default '{}';

create table captures (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  kind text not null check (kind in ('PHOTO', 'VIDEO', 'VOICE', 'CALL')),
  -- Its request. The command may be gone before the capture.
  command_id bigint not null unique,
  requested_by bigint not null references users,
  capability text not null,
  sha256 text not null,
  duration_ms integer,
  camera text check (camera in ('FRONT', 'BACK')),
  captured_at timestamptz not null default now(),
  -- Gone with its file, whatever deletes that: its days, its person or an admin.
  foreign key (device_id, capability, sha256) references device_blobs (device_id, capability, sha256) on delete cascade
);
create index captures_list on captures (device_id, kind, id);
create index captures_file on captures (device_id, capability, sha256);
