import { z } from 'zod/mini';
import { sha256 } from './files.ts';

/** How far an archive is: everything that is held about a person, as one file. */
export const archiveStates = ['PENDING', 'READY', 'FAILED'] as const;
export type ArchiveState = (typeof archiveStates)[number];

/** Where a device fetches the archive that its person asked for: a GET with the device's token; range requests go on. */
export const deviceArchivePath = '/device/v1/api/archive';

/** The frame that asks for it. Asked again within the hour, it is the same archive. */
export const archiveDeviceFrames = [z.strictObject({ type: z.literal('archive-request') })] as const;

/** The frame that says how far it is: the answer to `archive-request`, and again when that has changed. */
export const archiveGatewayFrames = [
  z.strictObject({
    type: z.literal('archive'),
    state: z.enum(archiveStates),
    requestedAt: z.string(),
    /** Bytes, their hash, and until when it can be fetched: null until it is READY. */
    size: z.nullable(z.int()),
    sha256: z.nullable(sha256),
    expiresAt: z.nullable(z.string()),
  }),
] as const;
export type ArchiveFrame = z.infer<(typeof archiveGatewayFrames)[0]>;
