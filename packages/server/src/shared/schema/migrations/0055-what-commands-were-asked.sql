-- Commands carry in words what they were asked to do since 0050. Those that were asked for before get it from their parameters, so
-- that a command history says the same of old and new ones. Their entries in the log stay as they were written.
update commands set details = case command_type
    when 'RENAME_FILE' then jsonb_build_object('from', params -> 'path', 'to', params -> 'name')
    when 'SEND_FILE' then jsonb_build_object('object', params -> 'path')
    when 'DELETE_FILE' then jsonb_build_object('object', params -> 'path')
    when 'RECEIVE_FILES' then jsonb_build_object('to', params -> 'folder', 'count', jsonb_array_length(params -> 'files'),
      'object', (select string_agg(file ->> 'name', ', ') from jsonb_array_elements(params -> 'files') as file))
    else jsonb_strip_nulls(jsonb_build_object('camera', params -> 'camera', 'seconds', params -> 'seconds')) end
  where details = '{}' and params <> '{}' and (
    command_type in ('RENAME_FILE', 'SEND_FILE', 'DELETE_FILE') and params ? 'path'
    or command_type = 'RECEIVE_FILES' and jsonb_typeof(params -> 'files') = 'array'
    or command_type in ('CAPTURE_PHOTO', 'CAPTURE_VIDEO', 'CAPTURE_VOICE', 'RECORD_CALL'));
