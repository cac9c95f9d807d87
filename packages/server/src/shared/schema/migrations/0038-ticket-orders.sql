-- One index for each order that lists of tickets offer beside attention and the number, and one for what the sidebar counts.
create index tickets_by_priority on tickets (priority_rank, id);
create index tickets_by_status on tickets (status_rank, id);
create index tickets_by_category on tickets (category, id);
create index tickets_by_title on tickets (lower(title), id);
create index tickets_counted on tickets (opened_by, device_id, ongoing, unread_by_admins)
  where ongoing or unread_by_admins > 0;
