-- Signing in with an authenticator app. The secret is sealed with a key that is not in the database.
create table two_factor (
  user_id bigint primary key references users on delete cascade,
  sealed_secret bytea not null,
  -- Null until a first code proved that the app has the secret.
  enabled_at timestamptz,
  -- The last step of the clock whose code was used: no code counts twice.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id bigint not null references two_factor on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
