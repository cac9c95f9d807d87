-- What a heartbeat tells beside battery and network, and from where the device connected.
alter table devices
  add column charging boolean,
  add column notice_shown boolean,
  add column address text;

-- What people were asked to share, and what they said. Part of the record of consents: it stays.
create table consent_requests (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices,
  capability text not null,
  asked_by bigint not null references users,
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  answer text check (answer in ('GRANTED', 'DECLINED', 'WITHDRAWN')),
  check ((answered_at is null) = (answer is null))
);
-- Nobody is asked twice for the same, not even by two admins at the same moment.
create unique index consent_requests_one_open on consent_requests (device_id, capability) where answered_at is null;
create index consent_requests_latest on consent_requests (device_id, capability, id);
