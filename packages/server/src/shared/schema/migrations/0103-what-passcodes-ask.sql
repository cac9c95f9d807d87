-- ==== devices ====

-- What the person of a passcode is asked to share, as the contract's `askedKinds`: a kind of data and why, in the admin's words.
alter table passcodes add column asked jsonb not null default '[]';

-- ==== consent ====

-- Asked by the passcode with which the person joined, and answered by how they joined. Deleted when they leave.
alter table consent_requests add column at_joining boolean not null default false;
