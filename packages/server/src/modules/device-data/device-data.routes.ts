import {
  type CommandType,
  appIconLinks,
  callTotals,
  conversation,
  findMessages,
  messageThreads,
  revealMessage,
} from '@fairwatch/contract';
import { handle, handleCommand, handleGated, type Route } from '../../shared/routes/route.ts';
import type { Services } from '../../shared/services/services.ts';
import { listCommands } from '../commands/commands.store.ts';
import { requestCommand } from '../commands/commands.ts';
import type { RowTable } from '../../shared/device-rows/row-table.ts';
import { contentLinkRoute } from '../files/content/content-links.ts';
import { sumCalls } from './call-logs/call-logs.store.ts';
import { findInThread, readConversation, readUnmasked } from './messages/conversation.store.ts';
import { listThreads } from './messages/threads.store.ts';

/** The history of locations has the live locations too. */
const historyTypes: Readonly<Partial<Record<CommandType, readonly CommandType[]>>> = {
  UPDATE_LOCATIONS: ['UPDATE_LOCATIONS', 'LIVE_LOCATION'],
};

export function deviceDataRoutes(services: Services, tables: readonly RowTable[]): Route[] {
  const { db } = services;
  return [
    ...tables.flatMap((table) => featureRoutes(services, table)),
    handle(callTotals, ({ scope, input }) => sumCalls(db, scope, input)),
    contentLinkRoute(services, appIconLinks),
    handleGated(messageThreads, ({ scope, input }) => listThreads(db, scope, input)),
    handleGated(conversation, ({ scope, input }) => readConversation(db, scope, input)),
    handleGated(findMessages, ({ scope, input }) => findInThread(db, scope, input)),
    handleGated(revealMessage, ({ scope, input }) => readUnmasked(db, scope, input)),
  ];
}

/** Creates the three calls that every device feature has: its rows, its Update, and the history of its commands. */
function featureRoutes(services: Services, { feature, listRows }: RowTable): Route[] {
  const { db } = services;
  return [
    handleGated(feature.list, ({ scope, input }) => listRows(db, scope, input)),
    handleCommand(feature.update, ({ session, input: { deviceId } }) =>
      requestCommand(services, { session, deviceId, type: feature.command, params: {}, endpoint: feature.update }),
    ),
    handle(feature.history, ({ scope, input }) =>
      listCommands(db, scope, { ...input, commandType: historyTypes[feature.command] ?? feature.command }),
    ),
  ];
}
