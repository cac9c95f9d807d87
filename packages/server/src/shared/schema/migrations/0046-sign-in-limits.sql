-- Wrong passwords count by account and address, so that nobody shuts the owner of an account out from elsewhere.

-- From where an account signed in lately. The limit that counts over all addresses leaves these out. Only a keyed hash is kept,
-- whose key is not in the database: the table tells nobody where its people are.
create table usual_addresses (
  user_id bigint not null references users on delete cascade,
  address_hash bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (user_id, address_hash)
);
create index usual_addresses_age on usual_addresses (last_used_at);

-- Tries of a mailed code from the usual addresses of its account: those from elsewhere do not use them up.
alter table verifications add column usual_tries smallint not null default 0;

-- How often a passcode that is still valid was tried.
alter table passcodes add column tries smallint not null default 0;

-- Usernames are given in NFKC from now on, and unique in it. Of those from before, the few that are not in NFKC are found here
-- by how they read.
create index users_username_read on users (lower(normalize(username, NFKC))) where username is not nfkc normalized;
