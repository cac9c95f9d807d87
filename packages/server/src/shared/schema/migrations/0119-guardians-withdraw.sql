-- ==== devices ====

-- When a guardian withdrew what they had signed, before anybody joined; `decline_reason` then says why. After that the link goes with the device.
alter table guardian_links add column withdrawn_at timestamptz;
alter table guardian_links add check (withdrawn_at is null or signed_by is not null);
