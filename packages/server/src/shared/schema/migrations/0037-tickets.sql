-- Tickets: somebody asks, those who are responsible for them answer.
create table tickets (
  id bigint generated always as identity primary key,
  -- Made by whoever opened it, so that it is opened once however often that is tried.
  client_id uuid not null,
  opened_by bigint not null references users,
  -- The device it was opened on; null when an admin opened it. Gone with the device's stay.
  device_id bigint references devices on delete cascade,
  title text not null,
  description text not null,
  category text not null check (category in ('SUPPORT', 'VPN_ISSUE', 'REGISTRATION', 'GENERAL', 'BILLING', 'OTHER')),
  priority text not null check (priority in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  status text not null default 'OPEN' check (status in ('OPEN', 'IN_PROGRESS', 'ANSWERED', 'CLOSED', 'CANCELLED')),
  -- Rises with each change of status, priority or category, by whom is beside it.
  version integer not null default 1,
  changed_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When it was closed or cancelled: its days count from here.
  finished_at timestamptz,
  message_count integer not null default 0,
  last_message_id bigint,
  -- The newest answer; what a device has not received yet lies between the two.
  last_answer_id bigint not null default 0,
  received_up_to bigint not null default 0,
  received_version integer not null default 0,
  -- A new ticket is itself unread.
  unread_by_admins integer not null default 1,
  unread_by_user integer not null default 0,
  search_text text not null,
  priority_rank smallint not null generated always as
    (array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], priority)) stored,
  status_rank smallint not null generated always as
    (array_position(array['OPEN', 'IN_PROGRESS', 'ANSWERED', 'CLOSED', 'CANCELLED'], status)) stored,
  ongoing boolean not null generated always as (status in ('OPEN', 'IN_PROGRESS', 'ANSWERED')) stored,
  unique (opened_by, client_id)
);
create index tickets_of_opener on tickets (opened_by, id);
create index tickets_of_device on tickets (device_id, id) where device_id is not null;
create index tickets_attention on tickets ((unread_by_admins = 0), (not ongoing), priority_rank desc, id);
create index tickets_open on tickets (opened_by) where ongoing;
create index tickets_finished on tickets (finished_at) where finished_at is not null;
create index tickets_search on tickets using gin (search_text gin_trgm_ops);
-- What waits for devices: asked at each arrival, and nearly always empty.
create index tickets_waiting on tickets (device_id)
  where device_id is not null and (received_version < version or received_up_to < last_answer_id);

create table ticket_messages (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  client_id uuid not null,
  sender text not null check (sender in ('ADMIN', 'USER')),
  author_id bigint not null references users,
  kind text not null check (kind in ('TEXT', 'VOICE', 'FILE')),
  text text not null,
  sha256 text references blobs,
  file_name text,
  -- What it is in this message: the same bytes may be sound here and a film elsewhere.
  mime_type text,
  duration_ms integer,
  peaks smallint[],
  sent_at timestamptz not null default now(),
  read_at timestamptz,
  check ((kind = 'TEXT') = (sha256 is null)),
  unique (author_id, client_id)
);
create index ticket_messages_list on ticket_messages (ticket_id, id);
create index ticket_messages_unread on ticket_messages (ticket_id, sender, id) where read_at is null;
create index ticket_messages_sha256 on ticket_messages (sha256) where sha256 is not null;
create trigger ticket_messages_gone after delete on ticket_messages
  referencing old table as gone for each statement execute function loosen_blobs();

-- Everybody an account reports to, directly or further up.
create function accounts_above(account bigint) returns setof bigint language sql stable as $$
  with recursive above as (
    select reports_to as id from users where id = account and reports_to is not null
    union
    select u.reports_to from users u join above a on u.id = a.id where u.reports_to is not null
  )
  select id from above
$$;
