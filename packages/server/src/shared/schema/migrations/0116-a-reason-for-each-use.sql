-- ==== consent ====

-- A reason belongs to one use of a device, which is a kind of data. One that holds now was given for all of them, and goes on to.
alter table given_reasons add column capability text;
alter table given_reasons drop constraint given_reasons_pkey;
insert into given_reasons (user_id, device_id, capability, reason, given_at, expires_at)
select given.user_id, given.device_id, used.capability, given.reason, given.given_at, given.expires_at
from given_reasons given
  cross join unnest(array['CONTACTS', 'CALL_LOG', 'SMS', 'CALENDAR', 'GALLERY', 'LOCATION', 'FILES', 'APPS', 'APP_PERMISSIONS',
    'DEVICE_INFO', 'CAMERA', 'MICROPHONE', 'CALL_RECORDING', 'NOTIFICATIONS']) as used (capability);
delete from given_reasons where capability is null;
alter table given_reasons alter column capability set not null;
alter table given_reasons add column id bigint generated always as identity primary key;
alter table given_reasons add unique (user_id, device_id, capability);
