import { cdnList, createFolder, deleteFile, fileHistory, fileTicket, renameFile, sendFile } from '@fairwatch/contract';
import { ticketRoute } from '../../core/blobs/content-tickets.ts';
import { listCommands } from '../../core/devices/commands/commands.store.ts';
import { requestCommand } from '../../core/devices/commands/commands.ts';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { fileTransferRoutes } from './file-transfers.routes.ts';
import { folderRoutes } from './folder-content.routes.ts';
import { listStoredFiles } from './stored-files.store.ts';

/** What files have beside the calls of every device feature. */
export function filesRoutes(services: Services): Route[] {
  const { db } = services;
  return [
    handle(sendFile, ({ session, input: { deviceId, ...params } }) =>
      requestCommand(services, { session, deviceId, type: 'SEND_FILE', params, asked: sendFile }),
    ),
    handle(createFolder, ({ session, input: { deviceId, ...params } }) =>
      requestCommand(services, { session, deviceId, type: 'CREATE_FOLDER', params, asked: createFolder }),
    ),
    handle(renameFile, ({ session, input: { deviceId, ...params } }) =>
      requestCommand(services, { session, deviceId, type: 'RENAME_FILE', params, asked: renameFile }),
    ),
    handle(deleteFile, ({ session, input: { deviceId, ...params } }) =>
      requestCommand(services, { session, deviceId, type: 'DELETE_FILE', params, asked: deleteFile }),
    ),
    handle(fileHistory, ({ scope, input }) =>
      listCommands(db, scope, {
        ...input,
        commandType: ['UPDATE_FILES', 'SEND_FILE', 'RECEIVE_FILES', 'CREATE_FOLDER', 'RENAME_FILE', 'DELETE_FILE'],
      }),
    ),
    handle(cdnList, ({ scope, input }) => listStoredFiles(db, scope, input)),
    ticketRoute(services, fileTicket),
    ...fileTransferRoutes(services),
    ...folderRoutes(services),
  ];
}
