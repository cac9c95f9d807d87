-- A device that came back with a restore. What its person withdrew since the backup is known to the device alone, so nothing
-- counts as granted until it has said hello; what the backup says was granted waits here.
alter table devices add column restored_at timestamptz, add column restored_capabilities text[],
  add constraint devices_restored_share_nothing check (
    (restored_at is null) = (restored_capabilities is null) and (restored_at is null or capabilities = '{}'));
create index devices_restored on devices (restored_at) where restored_at is not null;
