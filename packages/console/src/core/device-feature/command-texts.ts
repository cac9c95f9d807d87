import type { Command, CommandType } from '@fairwatch/contract';

/** UPDATE_CONTACTS reads "Update contacts". */
export function commandTypeText(type: CommandType): string {
  const words = type.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** When a command ended; when it was asked for, as long as it has not. */
export function endOf({ createdAt, userResponseTime }: Command): string {
  return new Date(new Date(createdAt).getTime() + (userResponseTime ?? 0)).toISOString();
}
