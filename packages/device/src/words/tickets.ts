import { translator, type TicketMessage, type TicketStatus } from '@fairwatch/contract';
import texts from './texts/tickets.texts.json' with { type: 'json' };
import type { Tone } from './types.ts';

/** What the ticket pages say. */
export const ticketWords = translator('device/tickets', texts);

const tones: Readonly<Record<TicketStatus, Tone>> = {
  OPEN: 'accent',
  IN_PROGRESS: 'warn',
  ANSWERED: 'good',
  CLOSED: 'plain',
  CANCELLED: 'plain',
};

/** How the status of a ticket is marked. */
export function ticketMark(status: TicketStatus): { label: string; tone: Tone } {
  return { label: ticketWords(`status.${status}`), tone: tones[status] };
}

/** A message in one line, where the whole conversation is not shown. */
export function shortMessage({ kind, text }: Pick<TicketMessage, 'kind' | 'text'>): string {
  if (text !== '') return text;
  return ticketWords(kind === 'VOICE' ? 'voiceMessage' : 'file');
}

/** Who wrote a message. */
export function authorText({ sender, author }: Pick<TicketMessage, 'sender' | 'author'>): string {
  return sender === 'USER' ? ticketWords('you') : ticketWords('admin', { author });
}

/** The last message of a ticket in its list; what the ticket is about while nobody has written. */
export function lastLine(last: TicketMessage | undefined, description: string): string {
  if (!last) return description;
  const author = last.sender === 'ADMIN' ? last.author : ticketWords('you');
  return ticketWords('lastLine', { author, message: shortMessage(last) });
}
