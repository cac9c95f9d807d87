create table contacts (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  name text not null,
  phone_number text not null,
  email text not null,
  address text not null,
  unique (device_id, key)
);
create index contacts_name on contacts (device_id, name collate natural_order, id);
create index contacts_phone_number on contacts (device_id, phone_number collate natural_order, id);
create index contacts_email on contacts (device_id, email collate natural_order, id);
