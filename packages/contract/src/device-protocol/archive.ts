import { z } from 'zod/mini';
import { sha256 } from '../shared/stored/file-names.ts';

/** The states of an archive, which is everything that is held about a person as one file. */
export const archiveStates = ['PENDING', 'READY', 'FAILED'] as const;
export type ArchiveState = (typeof archiveStates)[number];

/** The path from which a device downloads the archive of its person: a GET with the device's token, resumable by range requests. */
export const deviceArchivePath = '/device/v1/api/archive';

/** A language with its region, as browsers tell it: `de-AT`. */
export const languageTag = z.string().check(z.regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3}$/));

/**
 * The frame that requests an archive. A second request within the hour gets the same one. `language` is the tag of the language
 * in which its reader writes dates and numbers, such as `de-AT`.
 */
export const archiveDeviceFrames = [
  z.strictObject({
    type: z.literal('archive-request'),
    language: z.optional(languageTag),
  }),
] as const;

/** The frame with the state of the archive: the answer to `archive-request`, and sent again when it has changed. */
export const archiveGatewayFrames = [
  z.strictObject({
    type: z.literal('archive'),
    state: z.enum(archiveStates),
    requestedAt: z.string(),
    /** The size, hash and expiry; null until it is READY. */
    size: z.nullable(z.int()),
    sha256: z.nullable(sha256),
    expiresAt: z.nullable(z.string()),
  }),
] as const;
export type ArchiveFrame = z.infer<(typeof archiveGatewayFrames)[0]>;
