import { randomUUID } from 'node:crypto';
import {
  addTicketFile,
  addTicketMessage,
  createTicket,
  readTicketMessages,
  ticketDetail,
  ticketMessages,
  updateTicket,
  type InputOf,
  type TicketStatus,
} from '@fairwatch/contract';
import type { Life } from './life.ts';
import type { PastAdmin } from './past-admin.ts';
import { pdfOf } from './sample-files.ts';

/** The steps of a ticket's conversation. They do nothing when the phone is not in the fleet. */
export interface Talk {
  answers(admin: PastAdmin, text: string): Promise<void>;
  answersWithGuide(admin: PastAdmin, title: string, lines: readonly string[]): Promise<void>;
  replies(): Promise<void>;
  speaks(): Promise<void>;
  becomes(admin: PastAdmin, status: TicketStatus): Promise<void>;
  ends(status: 'CLOSED' | 'CANCELLED'): Promise<void>;
  isReadBy(admin: PastAdmin): Promise<void>;
}

/** Opens a ticket of a phone's person, with one of the fleet's prepared texts. */
export async function openTalk(life: Life, place: number, title: string): Promise<Talk> {
  const opened = await life.person({ kind: 'ask', place, title });
  const ticketId = typeof opened === 'number' ? opened : null;
  const withTicket = async (act: (ticketId: number) => Promise<unknown>) => {
    if (ticketId !== null) await act(ticketId);
  };
  return {
    answers: (admin, text) => withTicket((id) => answer(admin, id, text)),
    answersWithGuide: (admin, guide, lines) => withTicket((id) => attachGuide(admin, id, guide, lines)),
    replies: () => withTicket((id) => life.person({ kind: 'reply', place, ticketId: id, title })),
    speaks: () => withTicket((id) => life.person({ kind: 'speak', place, ticketId: id })),
    becomes: (admin, status) => withTicket((id) => setStatus(admin, id, status)),
    ends: (status) => withTicket((id) => life.person({ kind: 'set-status', place, ticketId: id, status })),
    isReadBy: (admin) => withTicket((id) => read(admin, id)),
  };
}

/** Opens a ticket of an admin, addressed to the superiors. */
export async function askAbove(admin: PastAdmin, ticket: InputOf<typeof createTicket>): Promise<number> {
  return (await admin.call(createTicket, ticket)).id;
}

async function read(admin: PastAdmin, ticketId: number): Promise<void> {
  const { messages } = await admin.call(ticketMessages, { ticketId });
  const [newest] = messages;
  await admin.call(readTicketMessages, { ticketId, ...(newest && { upTo: newest.id }) });
}

/** Reads a ticket and answers it. */
export async function answer(admin: PastAdmin, ticketId: number, text: string): Promise<void> {
  await read(admin, ticketId);
  await admin.call(addTicketMessage, { ticketId, clientId: randomUUID(), text });
}

export async function attachGuide(
  admin: PastAdmin,
  ticketId: number,
  title: string,
  lines: readonly string[],
): Promise<void> {
  const name = `${title}.pdf`;
  const file = { ticketId: String(ticketId), clientId: randomUUID(), kind: 'FILE', name } as const;
  await admin.send(addTicketFile, file, pdfOf(title, lines));
}

async function setStatus(admin: PastAdmin, ticketId: number, status: TicketStatus): Promise<void> {
  const { version } = await admin.call(ticketDetail, { ticketId });
  await admin.call(updateTicket, { ticketId, version, status });
}
