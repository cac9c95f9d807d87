import { commandWords, type Command, type CommandType } from '@fairwatch/contract';

/** A command without its details, such as "Update contacts" for UPDATE_CONTACTS. */
export function commandTypeText(type: CommandType): string {
  return commandWords(type, {}).title;
}

/** The time at which a command ended, or was created while it is open. */
export function endOf({ createdAt, userResponseTime }: Command): string {
  return new Date(new Date(createdAt).getTime() + (userResponseTime ?? 0)).toISOString();
}
