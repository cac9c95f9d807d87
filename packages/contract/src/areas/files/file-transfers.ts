import { z } from 'zod/mini';
import { givesCommand } from '../../shared/command.ts';
import { deviceId } from '../../shared/device-feature.ts';
import { endpoint, formEndpoint } from '../../shared/endpoint.ts';
import { formNumber } from '../../core/fields/form-fields.ts';
import { kilobyte, limits } from '../../core/limits.ts';
import { cdnFile } from '../../shared/stored/stored-file.ts';
import { fileName, filePath, sha256 } from '../../shared/stored/file-names.ts';
import { uploadErrors, chunkErrors } from '../../core/http/shared-errors.ts';
import { contentSubject } from '../../shared/content.ts';

const permission = 'FILE_MANAGER';
const capability = 'FILES';

const formDeviceId = z.pipe(formNumber, deviceId);
const byteCount = z.int().check(z.minimum(0));

const writes = {
  access: { permission, level: 'FULL_ACCESS' },
  device: { capability, action: 'COMMAND' },
} as const;
const reads = {
  access: { permission, level: 'READ_ONLY' },
  device: { capability, action: 'READ' },
} as const;

/** Whether a file must be sent at all, and from which byte on. It never tells what another device has. */
export const checkExists = endpoint({
  path: 'file/check-exists',
  answers: 'name and place of a stored file with these bytes',
  log: {
    action: 'READ',
    when: 'when there is one',
    describe: (_input, { file }) => (file === null ? null : { object: file.filePath }),
    words: 'storedFile',
  },
  summary: 'Whether the server has a file from or for a device, or a part of it',
  input: z.strictObject({ deviceId, sha256, size: byteCount }),
  output: z.object({
    exists: z.boolean(),
    file: z.nullable(cdnFile),
    /** Bytes of an unfinished upload by this admin for this device. */
    received: z.int(),
  }),
  access: { permission, level: 'FULL_ACCESS' },
  device: { capability, action: 'READ' },
});

/**
 * Delivers the file to its device as soon as all of it is stored: the server appends it to a run. `deliverFolder` is the folder of the
 * device, `deliverRun` the client id of the run, which the first file begins. Files of one run arrive in the order of their uploads.
 */
const deliverFields = {
  deliverFolder: z.optional(filePath),
  deliverRun: z.optional(z.uuid()),
};
interface DeliverFields {
  deliverFolder?: string | undefined;
  deliverRun?: string | undefined;
}
const hasBothOrNone = ({ deliverFolder, deliverRun }: DeliverFields) =>
  (deliverFolder === undefined) === (deliverRun === undefined);
const bothOrNone = { error: 'Either both deliverFolder and deliverRun, or neither.', path: ['deliverRun'] };
/** Enough for a path and a name of the longest kind. */
const formBytes = 6 * kilobyte;

const whatIsStored = 'what the server has of a file for the device';

const sentLater = 'what the admin sends; that it goes to the device is logged then';

/** One piece of a file. An upload is known by its admin, its device and its hash. */
export const uploadChunk = formEndpoint({
  path: 'file/upload/multipart/chunk',
  answers: whatIsStored,
  log: sentLater,
  summary: 'Upload a piece of a file for a device',
  input: z
    .strictObject({
      deviceId: formDeviceId,
      name: fileName,
      sha256,
      size: formNumber,
      /** Where in the file the piece begins: as many bytes as the server has received. */
      offset: formNumber,
      ...deliverFields,
    })
    .check(z.refine(hasBothOrNone, bothOrNone)),
  maxBodyBytes: formBytes,
  form: { file: 'chunk', maxBytes: limits.file.chunkBytes },
  output: z.object({
    received: z.int(),
    /** The stored file once all of it is there. */
    file: z.nullable(cdnFile),
  }),
  errors: chunkErrors,
  ...writes,
});

/** Base64 is a third longer than what it stands for; browsers write what it is in front of it. */
const base64MaxLength = Math.ceil(limits.request.maxBytes / 3) * 4 + 250;

/** A small file in one request. */
export const uploadFile = formEndpoint({
  path: 'file/upload/multipart',
  answers: whatIsStored,
  log: sentLater,
  summary: 'Upload a file of up to 3 MB for a device',
  input: z
    .strictObject({ deviceId: formDeviceId, name: fileName, ...deliverFields })
    .check(z.refine(hasBothOrNone, bothOrNone)),
  maxBodyBytes: formBytes,
  form: { file: 'file', maxBytes: limits.request.maxBytes },
  output: cdnFile,
  errors: uploadErrors,
  ...writes,
});

export const uploadBase64 = endpoint({
  path: 'file/upload/base64',
  answers: whatIsStored,
  log: sentLater,
  summary: 'Upload a file of up to 3 MB for a device, as Base64',
  input: z
    .strictObject({
      deviceId,
      name: fileName,
      content: z.string().check(z.maxLength(base64MaxLength)),
      ...deliverFields,
    })
    .check(z.refine(hasBothOrNone, bothOrNone)),
  maxBodyBytes: base64MaxLength + formBytes,
  output: cdnFile,
  errors: ['file_too_large', 'file_type_not_allowed', 'disk_full'],
  ...writes,
});

/** The device fetches stored files into one of its folders. Where a name is taken, it keeps both. */
export const receiveFiles = endpoint({
  path: 'file/command/receive',
  summary: 'Send stored files to a device',
  input: z.strictObject({
    deviceId,
    folder: filePath,
    files: z
      .array(z.strictObject({ id: z.int().check(z.positive()), name: fileName }))
      .check(z.minLength(1), z.maxLength(limits.file.receivedAtOnce)),
  }),
  maxBodyBytes: 64 * kilobyte,
  ...givesCommand,
  commands: ['RECEIVE_FILES'],
  errors: ['file_not_found'],
  ...writes,
});

/** What of a folder the server has, and the address where a browser fetches that as one ZIP file. */
export const downloadFolder = endpoint({
  path: 'file/download/folder',
  answers: 'how many files of a folder are stored, names of those that are not, and a link to the others',
  log: {
    action: 'READ',
    describe: ({ path }, { stored, total }) => ({ object: path || 'the shared folder', count: stored, total }),
    words: 'storedFolder',
  },
  staleBy: ['files'],
  summary: 'A link to the stored files of a folder, as one ZIP file',
  input: z.strictObject({ deviceId, path: filePath }),
  output: z.object({
    /** Null while the server has none of its files. */
    url: z.nullable(z.string()),
    fileName: z.string(),
    expiresAt: z.string(),
    /** The files in the folder, all the way down, as the device listed them last; and the bytes that the server has of them. */
    total: z.int(),
    stored: z.int(),
    storedBytes: z.int(),
    /** Paths of files that the server does not have, in order; the first ones where there are many. */
    missing: z.array(z.string()),
  }),
  errors: ['file_not_found', 'folder_too_large'],
  ...reads,
});

/** An address where a browser fetches a stored file by itself, from any byte on. */
export const downloadFile = endpoint({
  path: 'file/download',
  answers: 'the name of a file, and a link to it',
  // The line is the one about the file itself; the download that follows gives no second one.
  log: { action: 'READ', subject: contentSubject('FILES') },
  summary: 'A link to a stored file',
  input: z.strictObject({ deviceId, id: z.int().check(z.positive()) }),
  output: z.object({ url: z.string(), fileName: z.string(), expiresAt: z.string() }),
  errors: ['file_not_found'],
  ...reads,
});
