-- Passcodes that nobody has used are bounded per admin and in all, and deleted some time after they expired. Those that were used stay, and
-- are not counted.
create index passcodes_unused on passcodes (expires_at, created_by) where used_at is null;
