import { z } from 'zod/mini';
import type { CommandType } from '../domain/command.ts';
import { limits } from '../core/limits.ts';
import { fileName, filePath, sha256 } from '../domain/file-names.ts';

const nothing = z.strictObject({});
const seconds = z.int().check(z.minimum(limits.recording.minSeconds), z.maximum(limits.recording.maxSeconds));
/** Which way a camera looks. */
export const cameras = ['FRONT', 'BACK'] as const;
const camera = z.enum(cameras);

/** The parameters of each command. Both ends validate them. */
export const commandParams = {
  UPDATE_CONTACTS: nothing,
  UPDATE_CALLS: nothing,
  UPDATE_MESSAGES: nothing,
  UPDATE_EVENTS: nothing,
  UPDATE_APPS: nothing,
  UPDATE_PERMISSIONS: nothing,
  UPDATE_LOCATIONS: nothing,
  UPDATE_DEVICE_INFO: nothing,
  UPDATE_GALLERY: nothing,
  /** The key of a photo or video, as the device named it. */
  FETCH_MEDIA: z.strictObject({ key: z.string().check(z.minLength(1), z.maxLength(200)) }),
  UPDATE_FILES: nothing,
  SEND_FILE: z.strictObject({ path: filePath }),
  /** What is fetched, by its hash, and under which name it is put into the folder. */
  RECEIVE_FILES: z.strictObject({
    folder: filePath,
    files: z
      .array(z.strictObject({ name: fileName, sha256, size: z.int().check(z.minimum(0)) }))
      .check(z.minLength(1), z.maxLength(limits.file.receivedAtOnce)),
  }),
  /** `folder` is where the new one is created. */
  CREATE_FOLDER: z.strictObject({ folder: filePath, name: fileName }),
  RENAME_FILE: z.strictObject({ path: filePath, name: fileName }),
  DELETE_FILE: z.strictObject({ path: filePath }),
  CAPTURE_PHOTO: z.strictObject({ camera }),
  CAPTURE_VIDEO: z.strictObject({ camera, seconds }),
  CAPTURE_VOICE: z.strictObject({ seconds }),
  RECORD_CALL: z.strictObject({ seconds }),
} as const satisfies Record<CommandType, z.ZodMiniType>;

/** The parameters of a command of this type. */
export type CommandParams<Type extends CommandType = CommandType> = z.infer<(typeof commandParams)[Type]>;
