export const archiveStates = ['PENDING', 'READY', 'FAILED'] as const;
export type ArchiveState = (typeof archiveStates)[number];
