import { z } from 'zod/mini';
import type { Capability } from '../device-protocol/capabilities.ts';
import { deviceId } from './device-feature.ts';
import { endpoint } from './endpoint.ts';
import type { FeaturePermission } from './permissions.ts';

/** Where browsers fetch pictures, sound and files of a device by themselves: a GET, so that they can be played and sought in. */
export const contentPath = '/content';

/** Where browsers fetch the stored files of a folder as one ZIP file. */
export const folderContentPath = '/content/folder';

/** A picture small enough for a list, or the bytes as they came. */
export type ContentVariant = 'thumbnail' | 'full';

interface ContentTicketDefinition {
  path: string;
  permission: FeaturePermission;
  capability: Capability;
}

/**
 * Declares the call that lets a session fetch what a device has sent under one capability. The ticket stands in for the
 * token in addresses; each fetch is checked again, so that it ends with the session, the assignment or the consent.
 */
export function contentTicket({ path, permission, capability }: ContentTicketDefinition) {
  return endpoint({
    path,
    access: { permission, level: 'READ_ONLY' },
    summary: `A ticket to fetch files of a device that came under ${capability}`,
    input: z.strictObject({ deviceId }),
    output: z.object({ ticket: z.string(), expiresAt: z.string() }),
    device: { capability, action: 'READ' },
  });
}

interface ContentAddress {
  ticket: string;
  sha256: string;
  variant: ContentVariant;
  /** Offers the file for saving, under this name. */
  saveAs?: string;
}

/** The address of a file, from the root of the server. */
export function contentUrl({ ticket, sha256, variant, saveAs }: ContentAddress): string {
  const query = new URLSearchParams({ ticket, variant, ...(saveAs === undefined ? {} : { saveAs }) });
  return `${contentPath}/${sha256}?${query}`;
}

/** The address of a folder as a ZIP file, from the root of the server. */
export function folderContentUrl({ ticket, path }: { ticket: string; path: string }): string {
  return `${folderContentPath}?${new URLSearchParams({ ticket, path })}`;
}
