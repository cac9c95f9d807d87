-- How many rows of each kind a device has, kept while they change: counting a million of them would take its time.
create table device_row_counts (
  device_id bigint not null references devices on delete cascade,
  kind text not null,
  rows bigint not null,
  primary key (device_id, kind)
) with (fillfactor = 70);

-- A table of device rows is named by its kind. In the order of devices, so that two writers do not wait crosswise.
create function count_device_rows() returns trigger language plpgsql as $$
begin
  insert into device_row_counts as kept (device_id, kind, rows)
    select device_id, tg_table_name, case tg_op when 'INSERT' then 1 else -1 end * count(*)
    from changed group by device_id order by device_id
    on conflict (device_id, kind) do update set rows = kept.rows + excluded.rows;
  return null;
end $$;

-- Lets a table of device rows be counted from now on. The server calls it for each one that is not yet.
create function keep_row_counts(kind regclass) returns void language plpgsql as $$
begin
  execute format('lock table %s in share row exclusive mode', kind);
  execute format('create trigger count_new_rows after insert on %s referencing new table as changed
    for each statement execute function count_device_rows()', kind);
  execute format('create trigger count_gone_rows after delete on %s referencing old table as changed
    for each statement execute function count_device_rows()', kind);
  execute format('insert into device_row_counts (device_id, kind, rows)
    select device_id, %L, count(*) from %s group by device_id', kind::text, kind);
end $$;

-- The search within one device's rows: trigrams, beginning with the device.
create extension if not exists btree_gin;
create index contacts_search on contacts using gin (
  device_id, (coalesce(name, '') || E'\n' || coalesce(phone_number, '') || E'\n' || coalesce(email, '')) gin_trgm_ops
);
