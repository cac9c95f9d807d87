import { z } from 'zod/mini';
import type { CommandType } from '../shared/command.ts';
import type { Endpoint } from '../shared/endpoint.ts';
import { kilobyte, limits } from '../core/limits.ts';
import type { Capability } from '../core/access/capabilities.ts';
import { sha256 } from '../shared/stored/file-names.ts';
import { namedFiles } from './command-params.ts';

/**
 * The upload endpoint of devices: tus 1.0, with the device's token as bearer. The metadata contains the command, the hash (checked at
 * the end) and the MIME type.
 */
export const deviceFilesPath = '/device/v1/api/files';
export const fileMetadata = z.strictObject({
  commandId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
  sha256,
  mimeType: z.string().check(z.minLength(3), z.maxLength(100)),
});

/**
 * The download endpoint for the files of RECEIVE_FILES: `<path>/<commandId>/<sha256>`, a GET with the device's token as bearer,
 * resumable by range requests.
 */
export const deviceContentPath = '/device/v1/api/content';

export function deviceContentUrl(commandId: number, hash: string): string {
  return `${deviceContentPath}/${commandId}/${hash}`;
}

/**
 * The download endpoint for what this device has sent itself: `<path>/<commandId>/<sha256>`, as `sent` in its log names them. A GET with
 * the device's token as bearer.
 */
export const deviceSentPath = '/device/v1/api/sent';

export function deviceSentUrl(commandId: number, hash: string): string {
  return `${deviceSentPath}/${commandId}/${hash}`;
}

/** The allowed types of a file: images; images, audio and video; or anything. */
export type FileKind = 'image' | 'media' | 'any';

const kinds = {
  GALLERY: 'any',
  FILES: 'any',
  APPS: 'image',
  CAMERA: 'media',
  MICROPHONE: 'media',
  CALL_RECORDING: 'media',
} as const satisfies Partial<Record<Capability, FileKind>>;

/** The capabilities under which a device may upload files. */
export type FileCapability = keyof typeof kinds;
export const fileCapabilities = /* @__PURE__ */ Object.keys(kinds) as FileCapability[];

/** The allowed types per capability. They are detected from the bytes, not from what the device claims. */
export const fileKinds: Partial<Record<Capability, FileKind>> = kinds;

/** How many files a device may upload for a command that names one file or none; no files for those that are not listed. */
export const filesPerCommand: Partial<Record<CommandType, number>> = {
  UPDATE_APPS: limits.file.filesPerUpdate,
  UPDATE_GALLERY: limits.file.filesPerUpdate,
  FETCH_MEDIA: 1,
  SEND_FILE: 1,
  CAPTURE_PHOTO: 1,
  CAPTURE_VIDEO: 1,
  CAPTURE_VOICE: 1,
  RECORD_CALL: 1,
};

/** How many files a device may upload for a command with these parameters: as many as it names, if it names several. */
export function filesWanted(type: CommandType, params: Readonly<Record<string, unknown>>): number {
  const most = filesPerCommand[type] ?? 0;
  return most === 0 ? 0 : Math.max(most, namedFiles(type, params).length);
}

/**
 * Returns which of these files the server still needs for a command. Files that this device has uploaded before under the same
 * capability are not needed again. It never reveals what another device has uploaded.
 */
export const missingFiles = {
  method: 'POST' as const,
  path: `${deviceFilesPath}/missing`,
  access: 'device' as const,
  summary: 'Which of some files the server does not have from this device yet',
  input: z.strictObject({
    commandId: z.int().check(z.positive()),
    hashes: z.array(sha256).check(z.maxLength(limits.file.hashesPerQuestion)),
  }),
  output: z.object({ missing: z.array(sha256) }),
  paged: false as const,
  device: null,
  tells: [],
  answers: null,
  log: "the device's own files and tickets",
  staleBy: [],
  commands: [],
  maxBodyBytes: 40 * kilobyte,
  errors: [
    'command_not_found',
    'command_ended',
    'kind_not_used',
    'consent_missing',
    'device_paused',
    'device_held',
    'outside_hours',
    'notice_not_shown',
    'file_type_not_allowed',
    'file_not_wanted',
  ],
} satisfies Endpoint;
