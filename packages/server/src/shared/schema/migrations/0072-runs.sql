-- A run is a plan that the server carries out: one action on one or more devices. Its items are fed to their devices one after
-- the other. An item and its command are linked both ways, so that a command is never queued twice for one item.
create table runs (
  id bigint generated always as identity primary key,
  -- Made by who asks for the run, so that a repeated request starts it once.
  client_id uuid not null,
  action text not null,
  title text not null,
  requested_by bigint not null references users (id),
  schedule_id bigint,
  schedule_name text,
  reason text not null default '',
  devices int not null check (devices > 0),
  -- The device of a run for one device; null for several.
  device_id bigint references devices (id) on delete set null,
  created_at timestamptz not null default now(),
  cancelled_at timestamptz,
  finished_at timestamptz,
  -- How many items ended in each state; null until the run has finished.
  counts jsonb check ((counts is null) = (finished_at is null)),
  -- When its admin was notified that it has finished, and the earliest time for that: files may follow that are still being uploaded.
  announced_at timestamptz,
  announce_after timestamptz not null default now(),
  unique (requested_by, client_id)
);
create index runs_of_admin on runs (requested_by, id desc);
create index runs_unfinished on runs (id) where finished_at is null;
create index runs_unannounced on runs (id) where finished_at is not null and announced_at is null;
create index runs_finished on runs (finished_at) where finished_at is not null;
create index runs_of_device on runs (device_id) where device_id is not null;

create table run_items (
  id bigint generated always as identity primary key,
  -- No foreign key: its check of every row would cost half as much as the insert of the row. Who deletes a run deletes its items.
  run_id bigint not null,
  device_id bigint not null,
  kind text not null check (kind in ('COMMAND', 'NOTIFY', 'ASK', 'END')),
  -- Null for what is no command.
  command_type text check ((command_type is not null) = (kind = 'COMMAND')),
  -- What must be shared; null for END.
  capability text,
  params jsonb not null default '{}',
  details jsonb not null default '{}',
  state text not null default 'WAITING'
    check (state in ('WAITING', 'OPEN', 'DONE', 'FAILED', 'EXPIRED', 'CANCELLED', 'SKIPPED')),
  reason text not null default '',
  command_id bigint,
  started_at timestamptz,
  finished_at timestamptz check ((finished_at is null) = (state in ('WAITING', 'OPEN')))
)
-- No index depends on the state, and room is left on each page: so an item becomes OPEN by a heap-only update, which changes no
-- index. Queries say `finished_at is null` beside the state, for the partial indexes.
with (fillfactor = 40);
create index run_items_of_run on run_items (run_id, device_id);
create index run_items_unfinished on run_items (device_id, id) where finished_at is null and kind = 'COMMAND';
-- While nothing runs, both indexes of unfinished items are empty and cost the planner the same, and it would read this one whole to find
-- a device. So its predicate is written differently, and only a query that writes it so can use it.
create index run_items_unfinished_of_run on run_items (run_id) where num_nulls(finished_at) = 1;
-- What must be erased when a device leaves. Most items say nothing more about it, and are not in this index.
create index run_items_about_device on run_items (device_id) where params <> '{}' or details <> '{}' or reason <> '';
create index run_items_direct on run_items (id) where finished_at is null and kind <> 'COMMAND';

-- The same for the index of deadlines beside `commands_one_open`.
drop index commands_deadline;
create index commands_deadline on commands (expires_at) where num_nulls(finished_at) = 1;

alter table commands add column run_item_id bigint;
create unique index commands_run_item on commands (run_item_id) where run_item_id is not null;
