import type { Command, CommandType } from '@fairwatch/contract';

/** A command type as text, such as "Update contacts" for UPDATE_CONTACTS. */
export function commandTypeText(type: CommandType): string {
  const words = type.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The time at which a command ended, or was created while it is open. */
export function endOf({ createdAt, userResponseTime }: Command): string {
  return new Date(new Date(createdAt).getTime() + (userResponseTime ?? 0)).toISOString();
}
