import type { TicketCategory, TicketMessage, TicketPriority, TicketStatus } from '@fairwatch/contract';
import type { Tone } from './types.ts';

export const ticketStatusWords: Readonly<Record<TicketStatus, { label: string; tone: Tone }>> = {
  OPEN: { label: 'Open', tone: 'accent' },
  IN_PROGRESS: { label: 'In progress', tone: 'warn' },
  ANSWERED: { label: 'Answered', tone: 'good' },
  CLOSED: { label: 'Closed', tone: 'plain' },
  CANCELLED: { label: 'Taken back', tone: 'plain' },
};

export const priorityWords: Readonly<Record<TicketPriority, string>> = {
  LOW: 'Low',
  MEDIUM: 'Medium',
  HIGH: 'High',
  CRITICAL: 'Critical',
};

export const categoryWords: Readonly<Record<TicketCategory, string>> = {
  SUPPORT: 'Support',
  VPN_ISSUE: 'VPN issue',
  REGISTRATION: 'Registration',
  GENERAL: 'General',
  BILLING: 'Billing',
  OTHER: 'Other',
};

/** What the ticket pages say. */
export const ticketWords = {
  title: 'Tickets',
  none: 'You have no tickets. Write one when you need help or have a question; an admin answers it here.',
  write: 'New ticket',
  newAnswer: 'New answer',
  waitingToBeSent: 'Waiting to be sent',
  older: 'Show older',
  fields: {
    title: { label: 'Title', hint: 'What it is about, in a few words', missing: 'Please write a title.' },
    description: {
      label: 'What happened, or what do you want to know?',
      missing: 'Please describe what this is about.',
    },
    category: 'Category',
    priority: 'How urgent is it?',
  },
  readers: 'The admins who supervise this phone can read it.',
  sentLater: 'It is sent when the server is connected.',
  send: 'Send',
  noAnswer: 'No answer yet. You can add something while you wait.',
  notRead: 'The conversation is shown when the server is connected.',
  reading: 'Reading…',
  sending: 'Sending…',
  waiting: 'Waiting for the connection',
  message: 'Message',
  reopen: 'Reopen ticket',
  close: 'Close ticket',
  takeBack: 'Take back',
  takenBack: {
    warning: 'A ticket that is taken back stays readable, but nobody can write to it again.',
    yes: 'Take it back',
    no: 'Keep it',
  },
  doneLater: 'It is done when the server is connected. Leave this page open.',
  over: {
    CLOSED: 'This ticket is closed. Reopen it to write again.',
    CANCELLED: 'This ticket was taken back. Nothing more can be written to it.',
  },
} as const;

/** A message in one line, where the whole conversation is not shown. */
export function shortMessage({ kind, text }: Pick<TicketMessage, 'kind' | 'text'>): string {
  if (text !== '') return text;
  return kind === 'VOICE' ? 'Voice message' : 'File';
}

/** Who wrote a message. */
export function authorText({ sender, author }: Pick<TicketMessage, 'sender' | 'author'>): string {
  return sender === 'USER' ? 'You' : `${author} (admin)`;
}

/** The last message of a ticket in its list; what the ticket is about while nobody has written. */
export function lastLine(last: TicketMessage | undefined, description: string): string {
  return last ? `${last.sender === 'ADMIN' ? last.author : 'You'}: ${shortMessage(last)}` : description;
}
