import type { TicketAttachment } from '@fairwatch/contract';
import { useCallback } from 'react';
import { useFetchedFile } from '../../core/files/use-fetched-file.ts';
import { useCompanion } from '../../core/live/companion-context.ts';

/** Loads an attachment once it is requested. */
export function useAttachment(ticketId: number, { sha256, mimeType }: TicketAttachment, isRequested: boolean) {
  const { client } = useCompanion();
  const load = useCallback(() => client.ticketFiles.fetchAttachment(ticketId, sha256), [client, ticketId, sha256]);
  return useFetchedFile(mimeType, isRequested ? load : null);
}
