-- Why admins use a device, and who agreed to it. Both hold for a while; the log keeps them with each line.

-- One that holds per admin and device: who says why again replaces it.
create table given_reasons (
  user_id bigint not null references users on delete cascade,
  device_id bigint not null references devices on delete cascade,
  reason text not null check (char_length(reason) between 3 and 300),
  given_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, device_id)
);
create index given_reasons_device on given_reasons (device_id);
create index given_reasons_expiry on given_reasons (expires_at);

-- The person reads why they are asked to share something.
alter table consent_requests add column reason text;

-- What waits, or waited, for a second admin.
create table approvals (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  capability text not null,
  action text not null check (action in ('READ', 'COMMAND')),
  -- What the second admin must hold, all of it, as the call that was refused declares it; with nothing, only a SUPER_ADMIN can agree.
  permissions text[] not null,
  level text not null,
  asked_by bigint not null references users on delete cascade,
  reason text,
  state text not null default 'PENDING' check (state in ('PENDING', 'AGREED', 'DECLINED', 'EXPIRED')),
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_by bigint references users on delete cascade,
  decided_at timestamptz,
  -- Set when they agreed: until when it holds.
  holds_until timestamptz,
  check ((state in ('AGREED', 'DECLINED')) = (decided_by is not null)),
  check ((state = 'AGREED') = (holds_until is not null)),
  check (decided_by <> asked_by)
);
-- A page asks for many things at once: that is one request.
create unique index approvals_pending on approvals (asked_by, device_id, capability, action) where state = 'PENDING';
create index approvals_agreed on approvals (asked_by, device_id) where holds_until is not null;
create index approvals_device on approvals (device_id);
create index approvals_decided_by on approvals (decided_by) where decided_by is not null;
