-- ==== accounts ====

-- An invitation of a colleague. What it gives is decided when it is accepted, by what its inviter holds then.
create table invitations (
  id bigint generated always as identity primary key,
  -- SHA-256 of the token in the link. A new link replaces it.
  token_hash bytea not null unique,
  -- True while the link was mailed and shown to nobody: who has it reads the mail of that address.
  mailed boolean not null,
  name text not null,
  -- Null when there is none, and once the invitation has ended.
  email text,
  template text not null,
  invited_by bigint not null references users on delete cascade,
  days smallint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_how text check (ended_how in ('ACCEPTED', 'REVOKED')),
  check ((ended_at is null) = (ended_how is null))
);
create index invitations_open on invitations (invited_by) where ended_at is null;

-- The groups that an invitation gives. One that is deleted is not given.
create table invitation_groups (
  invitation_id bigint not null references invitations on delete cascade,
  group_id bigint not null references groups on delete cascade,
  primary key (invitation_id, group_id)
);
create index invitation_groups_group on invitation_groups (group_id);

-- The audit log has a permission of its own. Whoever could read it before still can, and nobody else.
insert into feature_access (user_id, feature_permission, feature_access)
select user_id, 'AUDIT', 'READ_ONLY' from feature_access
where feature_permission = 'ROLE_MANAGER' and feature_access = 'FULL_ACCESS'
on conflict (user_id, feature_permission) do nothing;
