-- The threads of a device in the order of their newest message, so that a page of them is read without all the others.
-- Takes the place of message_thread_counts: those who change a device's messages take turns in device_row_counts anyway.
create table message_threads (
  device_id bigint not null references devices on delete cascade,
  address text not null,
  messages bigint not null,
  unread bigint not null,
  last_id bigint not null,
  last_date timestamptz(3) not null,
  primary key (device_id, address)
) with (fillfactor = 70);
create index message_threads_newest on message_threads (device_id, last_date, last_id);
create index message_threads_last on message_threads (last_id);

drop trigger messages_added on messages;
drop trigger messages_removed on messages;
drop trigger messages_changed on messages;
drop function count_messages();
drop function add_message_counts(message_thread_counts[]);
drop table message_thread_counts;

-- The newest message of a thread: one step in an index.
create function newest_message(of_device bigint, of_address text, out id bigint, out date timestamptz) language sql stable as $$
  select m.id, m.date from messages m
  where m.device_id = of_device and m.address = of_address order by m.date desc, m.id desc limit 1
$$;

create function keep_message_threads() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    -- New and removed messages are counted first, under this lock; changed ones have to ask for it.
    perform from device_row_counts
      where kind = 'messages' and device_id in (select device_id from removed) order by device_id for update;
  end if;
  if tg_op <> 'INSERT' then
    with difference as (
      select device_id, address, count(*) as messages, count(*) filter (where direction = 'RECEIVED' and not read) as unread
      from removed group by device_id, address
    )
    update message_threads t
      set messages = t.messages - d.messages, unread = t.unread - d.unread,
        last_id = coalesce(newest.id, t.last_id), last_date = coalesce(newest.date, t.last_date)
      from difference d, newest_message(d.device_id, d.address) as newest
      where t.device_id = d.device_id and t.address = d.address;
  end if;
  if tg_op <> 'DELETE' then
    insert into message_threads as t (device_id, address, messages, unread, last_id, last_date)
      select d.device_id, d.address, d.messages, d.unread, newest.id, newest.date
      from (
        select device_id, address, count(*) as messages, count(*) filter (where direction = 'RECEIVED' and not read) as unread
        from added group by device_id, address
      ) as d, newest_message(d.device_id, d.address) as newest
      order by d.device_id, d.address
      on conflict (device_id, address) do update
        set messages = t.messages + excluded.messages, unread = t.unread + excluded.unread,
          last_id = excluded.last_id, last_date = excluded.last_date;
  end if;
  if tg_op <> 'INSERT' then
    delete from message_threads t using (select distinct device_id, address from removed) as r
      where t.device_id = r.device_id and t.address = r.address and t.messages = 0;
  end if;
  return null;
end $$;

create trigger messages_added after insert on messages
  referencing new table as added for each statement execute function keep_message_threads();
create trigger messages_removed after delete on messages
  referencing old table as removed for each statement execute function keep_message_threads();
create trigger messages_changed after update on messages
  referencing old table as removed new table as added for each statement execute function keep_message_threads();

insert into message_threads (device_id, address, messages, unread, last_id, last_date)
  select t.*, newest.id, newest.date
  from (
    select device_id, address, count(*), count(*) filter (where direction = 'RECEIVED' and not read)
    from messages group by device_id, address
  ) as t, newest_message(t.device_id, t.address) as newest;

-- How many threads a device has is kept as with rows.
select keep_row_counts('message_threads');
