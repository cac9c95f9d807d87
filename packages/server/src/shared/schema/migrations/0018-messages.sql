-- Text messages, and how many each thread has.

-- Lets one index hold the device beside the words of its messages: a search reads what this device has, and no other's.
create extension if not exists btree_gin;

create table messages (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  address text not null,
  name text not null,
  body text not null,
  -- To the millisecond, as the contract writes it: a cursor names exactly the moment that is stored.
  date timestamptz(3) not null,
  direction text not null check (direction in ('RECEIVED', 'SENT')),
  read boolean not null,
  received_at timestamptz not null default now(),
  unique (device_id, key)
);
create index messages_date on messages (device_id, date, id);
create index messages_thread on messages (device_id, address, date, id);
create index messages_body on messages using gin (device_id, body gin_trgm_ops);
create index messages_received on messages (received_at);

-- How many messages a thread has is the sum of its rows here. Usually there is one; writers who meet in the same thread
-- leave one more instead of waiting for one another, and the next writer makes one of them again.
create table message_thread_counts (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  address text not null,
  messages bigint not null,
  unread bigint not null
);
create index message_thread_counts_thread on message_thread_counts (device_id, address);

-- Adds differences to the counts, in the transaction that made them. Rows that another writer holds are left alone.
create function add_message_counts(differences message_thread_counts[]) returns void language sql as $$
  with difference as (
    select device_id, address, messages, unread from unnest(differences)
  ),
  free as materialized (
    select c.id from message_thread_counts c join difference using (device_id, address) for update of c skip locked
  ),
  taken as (
    delete from message_thread_counts c using free where c.id = free.id
    returning c.device_id, c.address, c.messages, c.unread
  )
  insert into message_thread_counts (device_id, address, messages, unread)
  select device_id, address, sum(messages), sum(unread)
  from (select * from difference union all select * from taken) as part
  group by device_id, address having sum(messages) <> 0 or sum(unread) <> 0
$$;

create function count_messages() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    perform add_message_counts(array_agg(row(0, device_id, address, messages, unread)::message_thread_counts))
    from (
      select device_id, address, count(*) as messages, count(*) filter (where direction = 'RECEIVED' and not read) as unread
      from added group by device_id, address) as thread;
  end if;
  if tg_op <> 'INSERT' then
    perform add_message_counts(array_agg(row(0, device_id, address, -messages, -unread)::message_thread_counts))
    from (
      select device_id, address, count(*) as messages, count(*) filter (where direction = 'RECEIVED' and not read) as unread
      from removed group by device_id, address) as thread;
  end if;
  return null;
end $$;

create trigger messages_added after insert on messages
  referencing new table as added for each statement execute function count_messages();
create trigger messages_removed after delete on messages
  referencing old table as removed for each statement execute function count_messages();
create trigger messages_changed after update on messages
  referencing old table as removed new table as added for each statement execute function count_messages();
