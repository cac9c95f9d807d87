-- A command can ask for several files. Each is stored once per command; paths are longer than an index entry may be.
alter table cdn_files drop constraint cdn_files_command_id_key;
create unique index cdn_files_command on cdn_files (command_id, md5(path));
