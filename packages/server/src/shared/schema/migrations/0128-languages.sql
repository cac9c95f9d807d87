-- ==== accounts ====

-- In which language the console is shown and mails are written; null for the one that the browser prefers.
alter table users add column language text;

-- ==== devices ====

-- In which language mails and cards of this passcode are; null for the one that its reader's device prefers.
alter table passcodes add column language text;

-- ==== notifications ====

-- In which language an admin wrote the message; null where they did not say.
alter table push_notifications add column language text;
