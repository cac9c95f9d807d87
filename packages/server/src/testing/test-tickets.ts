import { randomUUID } from 'node:crypto';
import {
  addTicketMessage,
  assignedTickets,
  createdTickets,
  createTicket,
  ticketDetail,
  ticketMessages,
  type InputOf,
  type Ticket,
  type TicketDetail,
  type TicketMessage,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import type { TestAdmin, TestServer } from './servers/test-server.ts';

/** Creates a superior, a subordinate and an unrelated admin, all with full access. */
export async function createStaff(server: TestServer) {
  const [boss, worker, stranger] = await Promise.all(
    [0, 1, 2].map(() => server.createAdmin({ access: 'FULL_ACCESS' })),
  );
  if (!boss || !worker || !stranger) throw new Error('Three were asked for.');
  await reportTo(server, worker, boss);
  return { boss, worker, stranger };
}

export async function reportTo(server: TestServer, { userId }: TestAdmin, superior: TestAdmin | null): Promise<void> {
  await sql`update users set reports_to = ${superior?.userId ?? null} where id = ${userId}`.execute(server.services.db);
}

/** The ticket calls of one admin. */
export function ticketsOf(server: TestServer, { token }: Pick<TestAdmin, 'token'>) {
  return {
    open: async (input: Partial<InputOf<typeof createTicket>> = {}): Promise<Ticket> => {
      const asked = {
        title: 'The map is empty',
        description: 'Since\nthis morning.',
        category: 'SUPPORT',
        ...input,
      } as const;
      return (await server.api(createTicket, asked, token)).envelope.data;
    },
    mine: async (input: InputOf<typeof createdTickets> = {}) =>
      (await server.api(createdTickets, input, token)).envelope.data,
    assigned: async (input: InputOf<typeof assignedTickets> = {}) =>
      (await server.api(assignedTickets, input, token)).envelope.data,
    detail: async (ticketId: number): Promise<TicketDetail> =>
      (await server.api(ticketDetail, { ticketId }, token)).envelope.data,
    say: (ticketId: number, text: string, clientId: string = randomUUID()) =>
      server.api(addTicketMessage, { ticketId, clientId, text }, token),
    messages: async (input: InputOf<typeof ticketMessages>): Promise<TicketMessage[]> =>
      (await server.api(ticketMessages, input, token)).envelope.data.messages,
  };
}
