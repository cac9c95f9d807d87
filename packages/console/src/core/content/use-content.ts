import { contentUrl, type contentLinkCall, type ContentVariant } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { apiBaseUrl } from '../api/environments.ts';
import { query } from '../api/query.ts';

type TicketEndpoint = ReturnType<typeof contentLinkCall>;

/** Returns the URL of a file by its SHA-256; null until the content ticket is loaded. */
export type ContentAddressOf = (sha256: string, variant: ContentVariant, saveAs?: string) => string | null;

/** Builds signed URLs with a content ticket, or with the pass of a support ticket. Undefined while it is loading. */
export function useAddresses(ticket: string | undefined): ContentAddressOf {
  return useCallback(
    (sha256, variant, saveAs) => {
      if (ticket === undefined) return null;
      return apiBaseUrl + contentUrl({ ticket, sha256, variant, ...(saveAs !== undefined && { saveAs }) });
    },
    [ticket],
  );
}

/** Builds signed URLs for the files of a device. The content ticket is requested once and cached. */
export function useContent(endpoint: TicketEndpoint, deviceId: number): ContentAddressOf {
  return useAddresses(useQuery(query(endpoint, { deviceId })).data?.data.ticket);
}
