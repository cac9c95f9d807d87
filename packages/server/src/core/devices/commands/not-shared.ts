import { capabilities, commandCatalogue, errorText, type CommandType } from '@fairwatch/contract';

/** Why a command fails whose capability the device's person does not share. */
export function notShared(type: CommandType): string {
  return errorText('consent_missing', { capability: capabilities[commandCatalogue[type].capability].title });
}
