-- ==== devices ====

-- In which language its person reads, as the device last said; null where it did not.
alter table devices add column language text;
