-- ==== devices ====

-- What the guardian of a minor is asked to sign before anybody can join with a passcode. It is deleted when the device that joined leaves, and
-- with the passcode.
create table guardian_links (
  passcode_id bigint primary key references passcodes on delete cascade,
  -- The device that joined with the passcode.
  device_id bigint unique references devices,
  email text not null,
  -- SHA-256 of the token in the link; null before there was one. A new link replaces it.
  token_hash bytea unique,
  -- True while the link was mailed and shown to nobody: who has it reads the mail of that address.
  is_mailed boolean not null default false,
  mailed_at timestamptz,
  decided_at timestamptz,
  -- Null when the guardian declined.
  signed_by text,
  notice_version integer,
  notice_hash text,
  language text,
  decline_reason text not null default '',
  check (decided_at is not null or signed_by is null),
  check ((signed_by is null) = (notice_hash is null) and (signed_by is null) = (notice_version is null))
);
