import { capabilityNames, type Archive, type ArchiveFrame } from '@fairwatch/contract';
import type { StoredArchive } from './archives.store.ts';

/** Returns an archive in the form of the console's API. */
export function shownArchive({ id, state, requestedBy, reason, requestedAt, ...archive }: StoredArchive): Archive {
  const { size, expiresAt, capabilities } = archive;
  const leftOut = capabilityNames.filter((name) => !capabilities.includes(name));
  return { id, state, requestedBy: requestedBy ?? '', reason: reason ?? '', requestedAt, size, expiresAt, leftOut };
}

/** Returns the frame that tells the device the state of its person's archive. */
export function archiveFrame({ state, requestedAt, size, sha256, expiresAt }: StoredArchive): ArchiveFrame {
  return { type: 'archive', state, requestedAt, size, sha256, expiresAt };
}
