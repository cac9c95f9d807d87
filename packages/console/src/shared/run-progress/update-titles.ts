import { accessToCommand, can, updatedPart, updateCommands, type Actor, type UpdateCommand } from '@fairwatch/contract';
import { capitalized } from '../../core/i18n/letter-case.ts';

/** The kinds of data that an admin may update, whatever a device shares. */
export function permittedUpdates(actor: Actor | null): UpdateCommand[] {
  return updateCommands.filter((command) => can(actor, accessToCommand(command)));
}

/** "Installed apps" for the command "Update installed apps". */
export function updateTitle(command: UpdateCommand): string {
  return capitalized(updatedPart(command));
}
