-- On what ground each device is supervised, and in which hours its person shares.

-- A passcode is made on a ground; the device that joins with it, and each consent of its person, keep a copy. The defaults are what
-- counts where nobody was asked: devices that joined before, and passcodes made without a ground.
alter table passcodes
  add column purpose text not null default 'OTHER',
  add column purpose_text text not null default '',
  add column legal_basis text not null default 'CONSENT',
  add column guardian text,
  add column review_on date;

alter table devices
  add column purpose text not null default 'OTHER',
  add column purpose_text text not null default '',
  add column legal_basis text not null default 'CONSENT',
  add column guardian text,
  add column review_on date,
  -- The due day of which the admins were told.
  add column review_told_on date;
create index devices_review on devices (review_on) where review_on is not null and left_at is null;

alter table consents
  add column purpose text not null default 'OTHER',
  add column purpose_text text not null default '',
  add column legal_basis text not null default 'CONSENT',
  add column guardian text,
  add column review_on date;

-- As in 0050. Who leaves takes the guardian's name along too, and the admin's own words about the purpose.
create or replace function erase_details() returns trigger language plpgsql as $$
begin
  if not exists (select from devices where id = new.device_id and left_at is not null) then
    raise exception 'device % has not left: its log keeps its details', new.device_id;
  end if;
  update audit_entries set details = null where device_id = new.device_id and details is not null and action <> 'END';
  update consents set person = '', guardian = null, purpose_text = ''
    where device_id = new.device_id and (person <> '' or guardian is not null or purpose_text <> '');
  return null;
end $$;

create or replace function guard_consent_erasure() returns trigger language plpgsql as $$
declare
  erased consents := old;
begin
  erased.person := '';
  erased.guardian := null;
  erased.purpose_text := '';
  if pg_trigger_depth() < 2 or new is distinct from erased then
    raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end $$;

-- In which hours of the week the person shares, as the contract's `sharingHours`; null for any hour.
alter table devices add column sharing_hours jsonb;
