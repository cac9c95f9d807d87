import { capabilities, errorText } from '@fairwatch/contract';
import type { RowTable } from './row-table.ts';

/** Why a command fails whose capability the device's person does not share. */
export function notShared({ feature }: Pick<RowTable, 'feature'>): string {
  return errorText('consent_missing', { capability: capabilities[feature.capability].title });
}
