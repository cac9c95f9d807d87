-- ==== devices ====

-- In which language the person writes dates and numbers, as their device said when it asked; null when it did not.
alter table device_archives add column language text;
