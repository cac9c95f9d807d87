import { z } from 'zod/mini';
import type { CommandType } from '../core/command.ts';
import type { Endpoint } from '../core/endpoint.ts';
import { kilobyte, limits } from '../core/limits.ts';
import type { Capability } from './capabilities.ts';
import { isPathStep } from './file-names.ts';

/** Names the bytes of a file: SHA-256 in lower-case hex. */
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A place below the folder that the device shares: names with `/` between them; empty for that folder itself. */
export const filePath = z.string().check(
  z.maxLength(limits.file.pathMaxLength),
  z.refine((path) => path === '' || path.split('/').every(isPathStep), 'This path is not allowed.'),
);

/**
 * Where a device sends the bytes of a file: tus 1.0, with the device's token as bearer. The metadata says for which
 * command, what the bytes are (`sha256`, checked when all are there) and of which kind.
 */
export const deviceFilesPath = '/device/v1/api/files';
export const fileMetadata = z.strictObject({
  commandId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
  sha256,
  mimeType: z.string().check(z.minLength(3), z.maxLength(100)),
});

/**
 * Where a device fetches a file that RECEIVE_FILES names: `<path>/<commandId>/<sha256>`, a GET with the device's token as
 * bearer. Range requests go on where a connection broke.
 */
export const deviceContentPath = '/device/v1/api/content';

export function deviceContentUrl(commandId: number, hash: string): string {
  return `${deviceContentPath}/${commandId}/${hash}`;
}

/** What a file must be: an image; an image, sound or film; or anything. */
export type FileKind = 'image' | 'media' | 'any';

const kinds = {
  GALLERY: 'any',
  FILES: 'any',
  APPS: 'image',
  CAMERA: 'media',
  MICROPHONE: 'media',
  CALL_RECORDING: 'media',
} as const satisfies Partial<Record<Capability, FileKind>>;

/** What a device may send files under. */
export type FileCapability = keyof typeof kinds;
export const fileCapabilities = /* @__PURE__ */ Object.keys(kinds) as FileCapability[];

/** Of which kind they must be there: the bytes decide, not what the device calls them. */
export const fileKinds: Partial<Record<Capability, FileKind>> = kinds;

/** How many files a device may send for a command; none where it is not named. */
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

/**
 * Which of these files the server still needs for a command. What this device sent before under the same capability is
 * left out and counts as sent again. It never tells what another device has sent.
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
  maxBodyBytes: 40 * kilobyte,
} satisfies Endpoint;
