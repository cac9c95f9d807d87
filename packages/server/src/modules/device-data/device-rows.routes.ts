import type { CommandType } from '@fairwatch/contract';
import { handle, handleGated, type Route } from '../../shared/routes/route.ts';
import type { Services } from '../../shared/services/services.ts';
import { listCommands } from '../commands/commands.store.ts';
import { requestCommand } from '../commands/commands.ts';
import type { RowTable } from '../../shared/device-rows/row-table.ts';

/** The history of locations has the live locations too. */
const historyTypes: Readonly<Partial<Record<CommandType, readonly CommandType[]>>> = {
  UPDATE_LOCATIONS: ['UPDATE_LOCATIONS', 'LIVE_LOCATION'],
};

/** Creates the three calls that every device feature has: its rows, its Update, and the history of its commands. */
export function deviceFeatureRoutes(services: Services, tables: readonly RowTable[]): Route[] {
  const { db } = services;
  return tables.flatMap(({ feature, listRows }) => [
    handleGated(feature.list, ({ scope, input }) => listRows(db, scope, input)),
    handle(feature.update, ({ session, input }) =>
      requestCommand(services, {
        session,
        deviceId: input.deviceId,
        type: feature.command,
        params: {},
        endpoint: feature.update,
      }),
    ),
    handle(feature.history, ({ scope, input }) =>
      listCommands(db, scope, { ...input, commandType: historyTypes[feature.command] ?? feature.command }),
    ),
  ]);
}
