import { loadPreset, previewPreset, updatePreset } from '@fairwatch/contract';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import { changePreset, previewChanges, readPresetSettings } from './presets.service.ts';

export function presetsRoutes(services: Services, tables: readonly RowTable[]): Route[] {
  return [
    handle(loadPreset, () => readPresetSettings(services.db)),
    handle(previewPreset, ({ input }) => previewChanges(services, tables, input)),
    handle(updatePreset, ({ session, input }) => changePreset(services, tables, input, session)),
  ];
}
