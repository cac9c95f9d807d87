-- The name of the bytes in the blob store. A name that was condemned is never used again: the same bytes are stored anew under another
-- one, so a deletion that the store carries out late takes nothing that a row owns. The blobs of older versions keep their hash as name.
alter table blobs add column stored_as text;
update blobs set stored_as = sha256;
alter table blobs alter column stored_as set not null,
  add constraint blobs_stored_as_check check (stored_as ~ '^[0-9a-f]{64}(\.[0-9a-f]{16})?$' and starts_with(stored_as, sha256));

-- Names of bytes to which no row refers any more, to be deleted from the blob store outside of any transaction.
create table condemned_blobs (
  stored_as text primary key,
  -- When the bytes are deleted next. A server that begins to delete them moves it on, so that the others leave them alone.
  due_at timestamptz not null default now(),
  -- When they were deleted first. They are deleted a second time later, for a sender that was slower than the sweep.
  deleted_at timestamptz
);
create index condemned_blobs_due on condemned_blobs (due_at);

-- A number that rises with every change of an alert rule or a zone. The row is locked from the change until its transaction has ended, so the
-- numbers are in the order in which changes become visible. A time would not be: a change may become visible after one that is later.
create table alert_rules_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null
);
insert into alert_rules_version (version) values (1);

create function raise_alert_rules_version() returns trigger language plpgsql as $$
begin
  -- Once in a transaction, however many rows it changes.
  if current_setting('fairwatch.alert_rules_changed', true) = 'yes' then return null; end if;
  perform set_config('fairwatch.alert_rules_changed', 'yes', true);
  update alert_rules_version set version = version + 1;
  return null;
end $$;

-- Deferred: the row of the number is the last that a transaction locks, so that two of them cannot deadlock over it.
create constraint trigger alert_rules_raise_version after insert or update or delete on alert_rules
  deferrable initially deferred for each row execute function raise_alert_rules_version();
create constraint trigger zones_raise_version after insert or update or delete on zones
  deferrable initially deferred for each row execute function raise_alert_rules_version();
comment on trigger alert_rules_raise_version on alert_rules is
  'Servers keep rules in memory and compare this number. A trigger, because rules also go with their device or their creator.';
comment on trigger zones_raise_version on zones is
  'Servers keep zones in memory and compare this number. A trigger, because zones also go with their device or their creator.';
