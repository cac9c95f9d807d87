import { z } from 'zod/mini';
import { contentPath } from '../../shared/content.ts';
import { deviceId } from '../../shared/device-feature.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { limits } from '../../core/limits.ts';
import { statedReason } from '../../core/fields/stated-reason.ts';
import { archiveStates } from '../../device-protocol/archive.ts';
import { capabilityNames } from '../../core/access/capabilities.ts';
import { approvalErrors } from '../../core/http/shared-errors.ts';

/** An archive that a super admin made for a written request. */
export const archive = z.object({
  id: z.int(),
  state: z.enum(archiveStates),
  requestedBy: z.string(),
  reason: z.string(),
  requestedAt: z.string(),
  /** Null until it is READY. */
  size: z.nullable(z.int()),
  expiresAt: z.nullable(z.string()),
  /** What is left out, because the person does not share it now. They get it by asking on their device. */
  leftOut: z.array(z.enum(capabilityNames)),
});
export type Archive = z.infer<typeof archive>;

/**
 * Makes an archive of the data that is held about a device's person and shared now. A super admin does it when the person asks
 * in writing; the device's log tells the person who did it and why.
 */
export const makeArchive = endpoint({
  path: 'device/archive',
  access: 'super-admin',
  tells: [],
  log: { action: 'ARCHIVE' },
  summary: 'Everything that is held about the person of a device, as one archive',
  input: z.strictObject({
    deviceId,
    reason: statedReason(limits.archive.reasonMaxLength),
  }),
  output: archive,
  device: { capability: null, action: 'COMMAND' },
  errors: [...approvalErrors, 'archive_pending', 'archives_full', 'disk_full'],
});

/** How far it is, and what fetches it. Says nothing that is personal, so it is not written to the log. */
export const archiveStatus = endpoint({
  path: 'device/archive/status',
  access: 'super-admin',
  tells: ['DEVICE'],
  answers: 'how far the archive is, and who asked for it',
  log: 'who asks for it and who fetches it is logged',
  staleBy: ['archives'],
  summary: 'How far the archive of a device is, and a ticket to fetch it',
  input: z.strictObject({ deviceId }),
  output: z.object({
    archive: z.nullable(archive),
    /** Null until it is READY. Ends with the session. */
    ticket: z.nullable(z.string()),
  }),
  device: { capability: null, action: 'COMMAND' },
});

/** Where a browser fetches an archive, below which its id stands. */
export const archiveContentPath = `${contentPath}/archive`;

/** The address of an archive, from the root of the server. */
export function archiveUrl(archiveId: number, ticket: string): string {
  return `${archiveContentPath}/${archiveId}?${new URLSearchParams({ ticket })}`;
}
