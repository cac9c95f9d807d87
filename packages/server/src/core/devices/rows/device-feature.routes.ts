import { handle, handleGated, type Route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { listCommands } from '../commands/commands.store.ts';
import { requestCommand } from '../commands/commands.ts';
import type { RowTable } from './row-table.ts';

/** The three calls every device feature has: its rows, its Update, and the history of its commands. */
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
        asked: feature.update,
      }),
    ),
    handle(feature.history, ({ scope, input }) => listCommands(db, scope, { ...input, commandType: feature.command })),
  ]);
}
