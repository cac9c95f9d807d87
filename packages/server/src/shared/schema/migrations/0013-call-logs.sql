create table call_logs (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  name text not null,
  phone_number text not null,
  duration integer not null,
  date timestamptz not null,
  state text not null,
  received_at timestamptz not null default now(),
  unique (device_id, key)
);
create index call_logs_date on call_logs (device_id, date, id);
create index call_logs_duration on call_logs (device_id, duration, id);
create index call_logs_phone_number on call_logs (device_id, phone_number collate natural_order, id);
create index call_logs_received on call_logs (received_at);
