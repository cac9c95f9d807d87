import {
  accessToCommand,
  can,
  commandWords,
  updateCommands,
  type Actor,
  type UpdateCommand,
} from '@fairwatch/contract';

/** The kinds of data that an admin may update, whatever a device shares. */
export function permittedUpdates(actor: Actor | null): UpdateCommand[] {
  return updateCommands.filter((command) => can(actor, accessToCommand(command)));
}

/** "Installed apps" for the command "Update installed apps". */
export function updateTitle(command: UpdateCommand): string {
  const what = commandWords(command, {}).title.replace(/^Update /, '');
  return what.charAt(0).toUpperCase() + what.slice(1);
}
