-- What a notification tells of: a kind of data, or null for the device itself. One about several devices names them in `device_ids`; its
-- title has `{devices}` for their number. Both are asked of the disclosure policy each time it is read, so that nothing needs to be deleted
-- when a person pauses, and everything is back when they resume.
alter table notifications add column tells text, add column device_ids bigint[];

-- Of alerts that were told before, the name of the rule says what it read. Where no alert of that name is left, it counts as what most rules read.
update notifications n set tells = coalesce((
    select coalesce(a.capability, 'NONE') from alerts a
    where a.device_id = n.device_id and right(n.message, length(a.rule_name) + 14) = 'Alert rule “' || a.rule_name || '”.'
    order by a.id desc limit 1), 'LOCATION')
where n.kind = 'ALERT' and n.device_id is not null;
update notifications set tells = null where tells = 'NONE';
-- It is not known which devices an earlier summary was about, so it is told of none. The list of alerts has each of them.
update notifications set device_ids = '{}' where kind = 'ALERT' and device_id is null;

-- A person who leaves is taken out of the notifications about several devices.
create index notifications_of_devices on notifications using gin (device_ids) where device_ids is not null;
