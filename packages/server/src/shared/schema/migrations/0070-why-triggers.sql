-- Why each trigger is one, instead of a statement in the server: kept where whoever reads the schema finds it.

comment on trigger access_entries_append_only on access_entries is
  'The access log is append-only for everyone, also for who reaches the database beside the server.';
comment on trigger access_entries_chain on access_entries is
  'Numbers and hashes each entry in the transaction that writes it, so that no writer can choose its place in the chain.';
comment on trigger access_entries_erase on access_entries is
  'Erases the details that name a person who left in the same transaction as the entry that says so.';
comment on trigger access_entries_erasure_only on access_entries is
  'The only update of the log is an erasure: details become null, everything that is hashed stays.';
comment on trigger access_head_guard on access_head is
  'The head of the chain moves only together with an entry.';
comment on trigger access_head_not_truncated on access_head is
  'Truncate does not fire row triggers, so it is refused by itself.';

comment on trigger audit_entries_append_only on audit_entries is
  'The log of a device is append-only for everyone, also for who reaches the database beside the server.';
comment on trigger audit_entries_chain on audit_entries is
  'Numbers and hashes an entry that was inserted singly. Batches are hashed by the statement that writes them.';
comment on trigger audit_entries_erasure_only on audit_entries is
  'The only update of the log is an erasure: details become null, everything that is hashed stays.';
comment on trigger audit_erasures_append_only on audit_erasures is
  'That something was erased is part of the log and cannot be taken back.';
comment on trigger audit_erasures_erase on audit_erasures is
  'Erases the details of a device''s log in the same transaction as the note that says so.';
comment on trigger audit_head_mismatches_append_only on audit_head_mismatches is
  'What a device reported about a changed log must outlive whoever changed it.';
comment on trigger audit_heads_guard on audit_heads is
  'The head of a chain moves only together with an entry.';
comment on trigger audit_heads_not_truncated on audit_heads is
  'Truncate does not fire row triggers, so it is refused by itself.';
comment on trigger audit_old_heads_fixed on audit_old_heads is
  'The heads from before the keyed chain are evidence and never change.';
comment on trigger settings_changes_append_only on settings_changes is
  'Who changed which setting is part of the log.';

comment on trigger commands_audit on commands is
  'A command and its entry in the device''s log are one statement: no command can exist without its entry.';
comment on trigger commands_keep_of on commands is
  'The log names a command by its id, so its device and who asked for it never change.';

comment on trigger consents_append_only on consents is
  'What a person agreed to is evidence and is never deleted before the device is erased.';
comment on trigger consents_erasure_only on consents is
  'The only update of a consent is the erasure of what names a person.';

comment on trigger device_assignments_count_gone on device_assignments is
  'Keeps the length of each admin''s device list, so that no list counts a million rows.';
comment on trigger device_assignments_count_new on device_assignments is
  'Keeps the length of each admin''s device list, so that no list counts a million rows.';
comment on trigger device_assignments_fleet_gone on device_assignments is
  'Keeps the dashboard''s counts of each admin in the transaction that changes what is counted.';
comment on trigger device_assignments_fleet_new on device_assignments is
  'Keeps the dashboard''s counts of each admin in the transaction that changes what is counted.';
comment on trigger device_assignments_stay on device_assignments is
  'The counts see inserts and deletes only, so an assignment is replaced and never changed.';

comment on trigger devices_audit_chain on devices is
  'Every device has a log from its first moment, whoever inserts it.';
comment on trigger devices_copy_person on devices is
  'Copies the person''s name and address to the device, so that the device list sorts and searches by them with an index.';
comment on trigger devices_copy_other_person on devices is
  'Copies the person''s name and address to the device, so that the device list sorts and searches by them with an index.';
comment on trigger devices_fleet_changed on devices is
  'Keeps the dashboard''s counts in the transaction that changes what is counted.';
comment on trigger devices_fleet_new on devices is
  'Keeps the dashboard''s counts in the transaction that changes what is counted.';
comment on trigger devices_fleet_removed on devices is
  'Keeps the dashboard''s counts in the transaction that changes what is counted.';
comment on trigger devices_note_left on devices is
  'Keeps the search index and the length of the device list when a device leaves or comes back.';
comment on trigger devices_note_new on devices is
  'Keeps the search index and the length of the device list when devices join.';
comment on trigger devices_note_removed on devices is
  'Keeps the length of the device list when a device is deleted.';
comment on trigger devices_note_search on devices is
  'Keeps the search index of the device list, in a table of its own, so that frequent updates of a device do not rewrite it. A model ceases to be found in the transaction that withdraws device details.';
comment on trigger push_subscriptions_added on push_subscriptions is
  'Keeps devices.reachable, which the device list shows and filters without a join.';
comment on trigger push_subscriptions_removed on push_subscriptions is
  'Keeps devices.reachable, which the device list shows and filters without a join.';

comment on trigger device_blobs_gone on device_blobs is
  'Notes blobs that may have lost their last owner, so that their bytes are deleted although many kinds of rows own blobs.';
comment on trigger static_files_gone on static_files is
  'Notes blobs that may have lost their last owner, so that their bytes are deleted although many kinds of rows own blobs.';
comment on trigger ticket_messages_gone on ticket_messages is
  'Notes blobs that may have lost their last owner, so that their bytes are deleted although many kinds of rows own blobs.';
comment on trigger uploaded_files_gone on uploaded_files is
  'Notes blobs that may have lost their last owner, so that their bytes are deleted although many kinds of rows own blobs.';

comment on trigger messages_added on messages is
  'Keeps each conversation''s last message and count, however the messages are written.';
comment on trigger messages_changed on messages is
  'Keeps each conversation''s last message and count, however the messages are written.';
comment on trigger messages_removed on messages is
  'Keeps each conversation''s last message and count, also when retention deletes messages.';

comment on trigger users_copy_to_devices on users is
  'Copies a changed name or address of a person to their devices, which sort and search by it.';
comment on trigger users_count_gone on users is
  'Keeps the length of the list of people, so that no list counts a million rows.';
comment on trigger users_count_new on users is
  'Keeps the length of the list of people, so that no list counts a million rows.';
comment on trigger users_keep_who_asked on users is
  'An account that asked for commands stays. A trigger instead of a foreign key, which would lock the account for each command.';
comment on trigger users_last_super_admin_kept on users is
  'Two deletions at once must not leave the installation without a SUPER_ADMIN; only the database sees both.';
comment on trigger users_last_super_admin_stays on users is
  'Two demotions at once must not leave the installation without a SUPER_ADMIN; only the database sees both.';

-- Unchanged but for the comment in it, which readers of the schema see.
CREATE OR REPLACE FUNCTION count_in_fleet(scopes bigint[], people bigint[], systems text[], apps text[], change integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  free_shard constant smallint := free_count_shard();
begin
  insert into fleet_counts as kept (scope, kind, value, shard, amount)
    select t.scope, v.kind, v.value, free_shard, change * count(*)
    from unnest(scopes, systems, apps) as t (scope, os, app)
      cross join lateral (values ('os', t.os), ('app', t.app)) as v (kind, value)
    group by t.scope, v.kind, v.value
    on conflict (scope, kind, value, shard) do update set amount = kept.amount + excluded.amount;
  -- In the order of their keys, so that two writers cannot deadlock.
  with moved as (
    select t.scope, t.person, change * count(*)::integer as devices from unnest(scopes, people) as t (scope, person)
    group by t.scope, t.person
  ), now_has as (
    insert into fleet_people as kept (scope, person, devices)
      select scope, person, devices from moved order by scope, person
      on conflict (scope, person) do update set devices = kept.devices + excluded.devices
      returning kept.scope, kept.person, kept.devices
  )
  insert into fleet_counts as kept (scope, kind, value, shard, amount)
    select scope, 'people', '', free_shard,
      sum((now_has.devices > 0)::integer - (now_has.devices - moved.devices > 0)::integer)
    from now_has join moved using (scope, person) group by scope
    on conflict (scope, kind, value, shard) do update set amount = kept.amount + excluded.amount;
end $function$;
