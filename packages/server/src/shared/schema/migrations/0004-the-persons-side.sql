-- The person pauses and leaves; commands report how far they are.
alter table devices add column paused_at timestamptz;
alter table commands add column progress smallint check (progress between 0 and 100);

-- A phone that left and joins again is found by its number.
create index devices_left_uuid on devices (unique_uuid) where left_at is not null;
