import {
  cdnList,
  createFolder,
  deleteFile,
  fileHistory,
  fileLinks,
  paramsFor,
  pathsOf,
  renameFile,
  sendFile,
} from '@fairwatch/contract';
import { contentLinkRoute } from '../content/content-links.ts';
import { listCommands } from '../../commands/commands.store.ts';
import { requestCommand } from '../../commands/commands.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { fileTransferRoutes } from './file-transfers.routes.ts';
import { folderRoutes } from './folder-content.routes.ts';
import { listStoredFiles } from '../content/stored-files.store.ts';

/** The calls of files beyond those that every device feature has. */
export function filesRoutes(services: Services): Route[] {
  const { db } = services;
  return [
    handle(sendFile, ({ session, input: { deviceId, ...named } }) => {
      const params = paramsFor('SEND_FILE', [...new Set(pathsOf(named))]);
      return requestCommand(services, { session, deviceId, type: 'SEND_FILE', params, endpoint: sendFile });
    }),
    handle(createFolder, ({ session, input: { deviceId, ...params } }) =>
      requestCommand(services, { session, deviceId, type: 'CREATE_FOLDER', params, endpoint: createFolder }),
    ),
    handle(renameFile, ({ session, input: { deviceId, ...params } }) =>
      requestCommand(services, { session, deviceId, type: 'RENAME_FILE', params, endpoint: renameFile }),
    ),
    handle(deleteFile, ({ session, input: { deviceId, ...named } }) => {
      const params = paramsFor('DELETE_FILE', [...new Set(pathsOf(named))]);
      return requestCommand(services, { session, deviceId, type: 'DELETE_FILE', params, endpoint: deleteFile });
    }),
    handle(fileHistory, ({ scope, input }) =>
      listCommands(db, scope, {
        ...input,
        commandType: ['UPDATE_FILES', 'SEND_FILE', 'RECEIVE_FILES', 'CREATE_FOLDER', 'RENAME_FILE', 'DELETE_FILE'],
      }),
    ),
    handle(cdnList, ({ scope, input }) => listStoredFiles(db, scope, input)),
    contentLinkRoute(services, fileLinks),
    ...fileTransferRoutes(services),
    ...folderRoutes(services),
  ];
}
