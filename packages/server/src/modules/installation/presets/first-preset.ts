import { presets } from '@fairwatch/contract';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import type { Services } from '../../../shared/services/services.ts';
import { changePreset } from './presets.service.ts';

/**
 * Sets the preset of an empty installation at its first start, with the rules that it proposes. Without PRESET the first super admin is asked;
 * an installation with demo phones shows everything.
 */
export async function setFirstPreset(
  services: Services,
  tables: readonly RowTable[],
  by: { userId: number; username: string },
): Promise<void> {
  const { preset, demoDevices } = services.config;
  const first = preset ?? (demoDevices !== 0 ? 'everything' : null);
  if (first === null) return;
  const usedKinds = [...presets[first].kinds];
  await changePreset(services, tables, { preset: first, usedKinds, withRules: true }, by);
}
