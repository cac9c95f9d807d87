-- ==== consent ====

-- When the person first had the question on their screen; null while they have not, or where their client does not say so.
alter table consent_requests add column seen_at timestamptz;
