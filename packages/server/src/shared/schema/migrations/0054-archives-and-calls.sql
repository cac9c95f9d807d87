-- Whether a call is under way, as the device last told; null when it does not tell or is away.
alter table devices add column in_call boolean;

-- Everything that is held about the person of a device, as one file that is made on request and kept for a day. The bytes lie
-- in DATA_DIR/archives under the row's id.
create table device_archives (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  -- The super admin who made it for a written request; null when the person asked on their device.
  requested_by bigint references users,
  reason text,
  state text not null default 'PENDING' check (state in ('PENDING', 'READY', 'FAILED')),
  -- What an archive for an admin may hold is what was shared when it was made; it cannot be fetched once one of these is not.
  capabilities text[] not null default '{}',
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  size bigint,
  sha256 text,
  fetched_at timestamptz,
  check ((requested_by is null) = (reason is null)),
  check ((state = 'READY') = (sha256 is not null and size is not null and expires_at is not null))
);
create index device_archives_of_device on device_archives (device_id, id);
-- One under way for each: the person's own, and the one for admins.
create unique index device_archives_pending on device_archives (device_id, (requested_by is null)) where state = 'PENDING';
create index device_archives_expiring on device_archives (coalesce(expires_at, requested_at));
