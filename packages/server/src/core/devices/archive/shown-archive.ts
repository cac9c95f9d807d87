import { capabilityNames, type Archive, type ArchiveFrame } from '@fairwatch/contract';
import type { StoredArchive } from './archives.store.ts';

/** An archive for an admin as the console shows it. */
export function shownArchive({ id, state, requestedBy, reason, requestedAt, ...archive }: StoredArchive): Archive {
  const { size, expiresAt, capabilities } = archive;
  const leftOut = capabilityNames.filter((name) => !capabilities.includes(name));
  return { id, state, requestedBy: requestedBy ?? '', reason: reason ?? '', requestedAt, size, expiresAt, leftOut };
}

/** How far the person's archive is, in the words of the protocol. */
export function archiveFrame({ state, requestedAt, size, sha256, expiresAt }: StoredArchive): ArchiveFrame {
  return { type: 'archive', state, requestedAt, size, sha256, expiresAt };
}
