import { z } from 'zod/mini';
import { givesCommand, listsCommands } from '../../shared/command.ts';
import { contentLinkCall } from '../../shared/content.ts';
import { deviceFeature, deviceId, searchInput } from '../../shared/device-feature.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { pageInput } from '../../core/http/envelope.ts';
import { kilobyte, limits } from '../../core/limits.ts';
import { utcMoment } from '../../core/fields/moment.ts';
import { cdnFile } from '../../shared/stored/stored-file.ts';
import { fileName, filePath, knownFileName } from '../../shared/stored/file-names.ts';
import { rowsLine } from '../../shared/log/list-lines.ts';

const permission = 'FILE_MANAGER';
const capability = 'FILES';

/** The entries of the shared folder: one row for each file and folder, recursively. */
export const files = deviceFeature({
  id: 'files',
  permission,
  capability,
  paths: {
    list: 'file/client-directory/',
    update: 'file/command/upload-directories',
    history: 'file/command/upload-directories/all',
  },
  command: 'UPDATE_FILES',
  noun: 'files',
  record: z.object({
    /** The folder it lies in; empty for the shared folder itself. */
    parent: filePath,
    name: knownFileName,
    folder: z.boolean(),
    /** Bytes; 0 for a folder. */
    size: z.int().check(z.minimum(0)),
    mimeType: z.string().check(z.maxLength(100)),
    modifiedAt: utcMoment,
  }),
  searchIn: ['name'],
  sortBy: ['name', 'size', 'mimeType', 'modifiedAt'],
  filterBy: ['parent', 'folder'],
});

const asks = {
  access: { permission, level: 'FULL_ACCESS' },
  ...givesCommand,
  device: { capability, action: 'COMMAND' },
} as const;

/** One file or folder below the shared one; never that folder itself. */
const somePath = filePath.check(z.minLength(1, 'This path is not allowed.'));

/** One path, or several for a client whose offers have `lists`. */
const pathOrPaths = z
  .strictObject({
    deviceId,
    path: z.optional(somePath),
    paths: z.optional(z.array(somePath).check(z.minLength(1), z.maxLength(limits.run.filesPerCommand))),
  })
  .check(
    z.refine(({ path, paths }) => (path === undefined) !== (paths === undefined), {
      error: 'Either path or paths.',
      path: ['path'],
    }),
  );

const asksForSome = {
  ...asks,
  input: pathOrPaths,
  maxBodyBytes: 160 * kilobyte,
  errors: ['lists_not_offered'],
} as const;

/** The device sends a file to the server, from where it can be downloaded. */
export const sendFile = endpoint({
  path: 'file/command/upload',
  summary: 'Ask a device for one of its files, or for several',
  ...asksForSome,
  commands: ['SEND_FILE'],
});

/** The device creates an empty folder. It refuses where the name is taken. */
export const createFolder = endpoint({
  path: 'file/command/create-folder',
  summary: 'Create a folder on a device',
  input: z.strictObject({ deviceId, folder: filePath, name: fileName }),
  ...asks,
  commands: ['CREATE_FOLDER'],
});

export const renameFile = endpoint({
  path: 'file/command/rename',
  summary: 'Rename a file or folder on a device',
  input: z.strictObject({ deviceId, path: somePath, name: fileName }),
  ...asks,
  commands: ['RENAME_FILE'],
});

export const deleteFile = endpoint({
  path: 'file/command/delete',
  summary: 'Delete a file or folder on a device, or several',
  ...asksForSome,
  commands: ['DELETE_FILE'],
});

/** Every command about files, whichever kind. */
export const fileHistory = endpoint({
  path: 'file/command/all',
  access: { permission, level: 'READ_ONLY' },
  tells: ['DEVICE', 'FILES'],
  summary: 'The commands about the files of a device',
  input: z.strictObject({ deviceId, ...pageInput }),
  ...listsCommands('files'),
});

export const cdnList = endpoint({
  path: 'file/cdn-list',
  access: { permission, level: 'READ_ONLY' },
  answers: 'names and places of stored files',
  log: rowsLine('storedFiles'),
  staleBy: ['files'],
  summary: 'The files from and for a device that the server has',
  input: z.strictObject({ deviceId, ...pageInput, search: searchInput }),
  output: z.array(cdnFile),
  paged: true,
  device: { capability, action: 'READ' },
});

/** The content ticket for the files from and for a device. */
export const fileLinks = contentLinkCall({ path: 'file/ticket', permission, capability });
