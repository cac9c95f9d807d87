import { contentUrl, ticketContent } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { apiBaseUrl } from '../../core/api/environments.ts';
import { query } from '../../core/api/query.ts';
import type { ContentAddressOf } from '../../core/content/use-content.ts';

/** Lets the page show what is attached to a ticket: asks for a pass once and writes the addresses. */
export function useTicketContent(ticketId: number): ContentAddressOf {
  const pass = useQuery(query(ticketContent, { ticketId })).data?.data.pass;
  return useCallback(
    (sha256, variant, saveAs) => {
      if (pass === undefined) return null;
      return `${apiBaseUrl}${contentUrl({ ticket: pass, sha256, variant, ...(saveAs === undefined ? {} : { saveAs }) })}`;
    },
    [pass],
  );
}
