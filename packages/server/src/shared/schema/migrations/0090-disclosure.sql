-- The hours in which a person shares are part of every decision about what is told, so the database must be able to judge them.
-- `hours` is as the contract's `sharingHours`; null means at any hour. A zone that PostgreSQL does not know counts as closed.
create function within_hours(hours jsonb, at timestamptz) returns boolean
language plpgsql stable parallel safe as $$
declare
  here timestamp;
begin
  if hours is null or jsonb_typeof(hours) = 'null' then
    return true;
  end if;
  here := at at time zone (hours ->> 'timeZone');
  return exists (
    select from jsonb_array_elements(hours -> 'days') as span
    where span ->> 'day' = (array['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'])[extract(isodow from here)::int]
      -- Times have the form 08:15, so they compare as texts. The end of a day is 24:00.
      and to_char(here, 'HH24:MI') >= span ->> 'from' and to_char(here, 'HH24:MI') < span ->> 'to');
exception when invalid_parameter_value then
  return false;
end
$$;
