-- So that an account can name one of its sessions without its token.
alter table sessions add column id bigint generated always as identity;
create unique index sessions_id on sessions (id);

-- Small squares that the server itself wrote. The address cannot be guessed, and changes with the picture.
create table profile_pictures (
  user_id bigint primary key references users on delete cascade,
  address text not null unique,
  bytes bytea not null,
  changed_at timestamptz not null default now()
);
