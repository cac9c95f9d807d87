-- Codes by mail, for those who register. One per address: a new one takes the place of the last. Known by a hash of the
-- address, because whoever asks may not be the one whose address it is.
create table verifications (
  email_hash bytea primary key,
  -- Under a key that is not in the database: six digits would be found by trying.
  code_hash bytea not null,
  tries smallint not null default 0,
  expires_at timestamptz not null
);
create index verifications_expiry on verifications (expires_at);
