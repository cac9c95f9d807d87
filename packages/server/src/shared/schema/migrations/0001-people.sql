-- Accounts, their access and their sessions.
create table settings (
  key text primary key,
  value jsonb not null
);

create table users (
  id bigint generated always as identity primary key,
  username text not null,
  email text,
  phone_number text,
  nickname text not null default '',
  user_type text not null check (user_type in ('ADMIN', 'USER', 'GUEST')),
  admin_role text not null check (admin_role in ('NON_ADMIN', 'PENDING', 'ADMIN', 'SUPER_ADMIN')),
  -- Null for the person of a device, who signs in nowhere.
  password_hash text,
  custom_sidebar smallint check (custom_sidebar between 1 and 3),
  created_at timestamptz not null default now()
);
create unique index users_username on users (lower(username));
create unique index users_email on users (lower(email)) where password_hash is not null;

create table feature_access (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  feature_permission text not null,
  feature_access text not null check (feature_access in ('NO_ACCESS', 'READ_ONLY', 'FULL_ACCESS')),
  unique (user_id, feature_permission)
);

-- Only the hash of a token is kept: who reads this table can sign in as nobody.
create table sessions (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  remembered boolean not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Failed attempts per account and per address, so that neither can be guessed through. Survives a restart.
create table attempt_limits (
  subject text primary key,
  failures integer not null,
  window_ends_at timestamptz not null
);
create index attempt_limits_window on attempt_limits (window_ends_at);
