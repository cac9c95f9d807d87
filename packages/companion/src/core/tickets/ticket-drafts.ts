import type { TicketCategory, TicketPriority } from '@fairwatch/contract';
import type { UnsentTicket } from '@fairwatch/device/core';
import type { Drafts } from '../storage/drafts.ts';

/** A ticket that is being written. */
export interface NewTicketDraft {
  title: string;
  description: string;
  /** Null until the person chooses one: the first that is offered. */
  category: TicketCategory | null;
  priority: TicketPriority;
}

export const newTicketKey = 'new-ticket';

/** The key of the draft of a reply. */
export const replyKey = (ticketId: number): string => `ticket-${ticketId}`;

/** Makes a text that the server refused a draft again, unless its person writes another one meanwhile. */
export async function keepAsDraft(drafts: Drafts, refused: UnsentTicket): Promise<void> {
  if (refused.type === 'ticket-reply') {
    const key = replyKey(refused.ticketId);
    if (!(await drafts.load<string>(key))) drafts.save(key, refused.text);
  }
  if (refused.type === 'ticket-open') {
    const { title, description, category, priority } = refused;
    const written = await drafts.load<NewTicketDraft>(newTicketKey);
    if (written && written.title + written.description !== '') return;
    drafts.save(newTicketKey, { title, description, category, priority } satisfies NewTicketDraft);
  }
}
