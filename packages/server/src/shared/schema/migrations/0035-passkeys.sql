-- Passkeys: keys that an account signs in with. Only the public half is here.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- How often the key was used, as far as it counts. One that goes back was copied.
  counter bigint not null,
  -- The name of the host it was made for, and the only one it is taken at.
  rp_id text not null,
  name text not null,
  backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, id);

-- Questions that wait for a passkey's answer. Each is answered once.
create table passkey_challenges (
  challenge_hash bytea primary key,
  -- Of the session that adds a passkey; null for signing in.
  session_hash bytea references sessions on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create index passkey_challenges_session on passkey_challenges (session_hash) where session_hash is not null;
