import { contentUrl, type contentTicket, type ContentVariant } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { apiBaseUrl } from '../api/environments.ts';
import { query } from '../api/query.ts';

type TicketEndpoint = ReturnType<typeof contentTicket>;

/** The address of a file by its SHA-256; null while there is no ticket to fetch it with. */
export type ContentAddressOf = (sha256: string, variant: ContentVariant, saveAs?: string) => string | null;

/** Writes addresses with a ticket of a device or a pass of a support ticket; undefined while there is none. */
export function useAddresses(ticket: string | undefined): ContentAddressOf {
  return useCallback(
    (sha256, variant, saveAs) => {
      if (ticket === undefined) return null;
      return apiBaseUrl + contentUrl({ ticket, sha256, variant, ...(saveAs !== undefined && { saveAs }) });
    },
    [ticket],
  );
}

/** Lets the page show files that a device sent: asks for a ticket once and writes the addresses. */
export function useContent(endpoint: TicketEndpoint, deviceId: number): ContentAddressOf {
  return useAddresses(useQuery(query(endpoint, { deviceId })).data?.data.ticket);
}
