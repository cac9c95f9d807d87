import { ticketContent } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../core/api/query.ts';
import { useAddresses, type ContentAddressOf } from '../../core/content/use-content.ts';

/** Lets the page show what is attached to a ticket: asks for a pass once and writes the addresses. */
export function useTicketContent(ticketId: number): ContentAddressOf {
  return useAddresses(useQuery(query(ticketContent, { ticketId })).data?.data.pass);
}
