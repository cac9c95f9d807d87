import { z } from 'zod/mini';
import type { Capability } from '../core/access/capabilities.ts';
import { deviceId } from './device-feature.ts';
import { endpoint } from './endpoint.ts';
import type { FeaturePermission } from '../core/access/permissions.ts';

/** The path of a device's pictures, audio and files: a GET with a signed URL, so that browsers can play and seek in them. */
export const contentPath = '/content';

/** Returns the subject of log lines about reading files: one for each capability that has files. */
export function contentSubject(capability: Capability): string {
  return `${contentPath}/${capability}`;
}

/** The path of a folder's stored files as one ZIP file. */
export const folderContentPath = '/content/folder';

/** The thumbnail, or the original bytes. */
export type ContentVariant = 'thumbnail' | 'full';

interface ContentTicketDefinition {
  path: string;
  permission: FeaturePermission;
  capability: Capability;
}

/**
 * Declares the call that returns a content ticket: the signature in the URLs of the files that a device has sent under one capability.
 * It replaces the session's token there. Each download is checked again, so that it ends with the session, the assignment or the
 * consent.
 */
export function contentLinkCall({ path, permission, capability }: ContentTicketDefinition) {
  return endpoint({
    path,
    access: { permission, level: 'READ_ONLY' },
    summary: `A ticket to fetch files of a device that came under ${capability}`,
    input: z.strictObject({ deviceId }),
    output: z.object({ ticket: z.string(), expiresAt: z.string() }),
    device: { capability, action: 'READ' },
    answers: 'a pass to files of the device',
    log: 'each file that is fetched with it is logged',
  });
}

interface ContentAddress {
  ticket: string;
  sha256: string;
  variant: ContentVariant;
  /** Makes the browser save the file under this name. */
  saveAs?: string;
}

/** The URL of a file, from the root of the server. */
export function contentUrl({ ticket, sha256, variant, saveAs }: ContentAddress): string {
  const query = new URLSearchParams({ ticket, variant, ...(saveAs === undefined ? {} : { saveAs }) });
  return `${contentPath}/${sha256}?${query}`;
}

/** The URL of a folder's ZIP file, from the root of the server. */
export function folderContentUrl({ ticket, path }: { ticket: string; path: string }): string {
  return `${folderContentPath}?${new URLSearchParams({ ticket, path })}`;
}
