-- The items of a run take turns with those of other admins, and what a run stores is counted.
alter table runs
  -- How many bytes the parameters and details of its items have.
  add column bytes bigint not null default 0;

alter table run_items
  -- Who the run is for, as in `runs`; null for items that had ended before this column.
  add column requested_by bigint,
  -- Its place among the items of its device: each admin's next item has the next higher number, so that the lowest number is the turn of
  -- whoever was served least.
  add column turn int not null default 0;

update run_items i set requested_by = r.requested_by from runs r
where r.id = i.run_id and i.finished_at is null;

alter table run_items
  add constraint run_items_requested_by check (finished_at is not null or requested_by is not null);

drop index run_items_unfinished;
create index run_items_unfinished on run_items (device_id, turn, id) where finished_at is null and kind = 'COMMAND';

-- For the turns of admins. Its predicate is written differently for the reason of `run_items_unfinished_of_run`.
create index run_items_of_requester on run_items (requested_by, device_id)
  where num_nonnulls(finished_at) = 0 and kind = 'COMMAND';

drop index run_items_direct;
create index run_items_direct on run_items (requested_by, id) where finished_at is null and kind <> 'COMMAND';
