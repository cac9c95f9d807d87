import { sql } from 'kysely';
import { namelessError } from '../command-error-sql.ts';
import type { Database } from '../schema/schema.ts';
import type { NamedCommand, NamedDevice } from './notification-words.ts';
import { shownName, shownPerson } from '../shown-names.ts';

/** Finds the names of these devices and commands, by primary key. */
export async function findNames(
  db: Database,
  { deviceIds, commandIds }: { deviceIds: readonly number[]; commandIds: readonly number[] },
): Promise<{ devices: Map<number, NamedDevice>; commands: Map<number, NamedCommand> }> {
  const devices = await sql<NamedDevice>`
    select d.id as "deviceId", ${shownName} as "deviceName", ${shownPerson} as person, d.capabilities,
      d.left_at is not null as left
    from devices d where d.id = any(${deviceIds}::bigint[])`.execute(db);
  const commands =
    commandIds.length === 0
      ? []
      : (
          await sql<NamedCommand>`
            select id as "commandId", command_type as "commandType", ${namelessError} as "errorDetails"
            from commands c where id = any(${commandIds}::bigint[])`.execute(db)
        ).rows;
  return {
    devices: new Map(devices.rows.map((device) => [device.deviceId, device])),
    commands: new Map(commands.map((command) => [command.commandId, command])),
  };
}
