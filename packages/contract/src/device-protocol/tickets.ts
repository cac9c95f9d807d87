import { z } from 'zod/mini';
import type { Endpoint } from '../shared/endpoint.ts';
import {
  attachmentBytes,
  clientId,
  messageText,
  newAttachment,
  newTicket,
  ticketCategories,
  ticketFileErrors,
  ticketId,
  ticketLimits,
  ticketMessage,
  ticketMessageId,
  ticketPriorities,
  ticketStatuses,
  ticketVersion,
} from '../shared/ticket.ts';

/** A ticket as the person who opened it on a device sees it. */
export const personTicket = z.object({
  ticketId: z.int(),
  /** The id the device made when it was opened. */
  clientId: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.enum(ticketCategories),
  priority: z.enum(ticketPriorities),
  status: z.enum(ticketStatuses),
  /** Rises with each change of its status, priority or category. */
  version: z.int(),
  openedAt: z.string(),
  /** Answers that the person has not read. */
  unreadCount: z.int(),
});
export type PersonTicket = z.infer<typeof personTicket>;

/** The frames of a device about tickets. They need no capability, since a ticket shares nothing else. */
export const ticketDeviceFrames = [
  /** Opens a ticket. Sent again until `ticket` with its `clientId` or `ticket-refused` comes; it is opened once. */
  z.strictObject({ type: z.literal('ticket-open'), clientId, ...newTicket }),
  /** Writes to a ticket. Sent again until `ticket-message` with its `clientId` or `ticket-refused` comes. */
  z.strictObject({ type: z.literal('ticket-reply'), clientId, ticketId, text: messageText }),
  /** The person closes their ticket, reopens it or takes it back. */
  z.strictObject({ type: z.literal('ticket-status'), ticketId, status: z.enum(['OPEN', 'CLOSED', 'CANCELLED']) }),
  /** Confirms the answers up to this one, or this version of the ticket: the server does not send them again. */
  z.strictObject({
    type: z.literal('ticket-received'),
    ticketId,
    upTo: z.optional(ticketMessageId),
    version: z.optional(ticketVersion),
  }),
  /** The person has read the answers up to this one. */
  z.strictObject({ type: z.literal('ticket-read'), ticketId, upTo: ticketMessageId }),
  /** The person looks at their tickets, newest first; `before` continues below one. */
  z.strictObject({ type: z.literal('tickets-request'), before: z.nullable(ticketId) }),
  /** The person looks at a conversation, newest first; `before` continues below a message. */
  z.strictObject({ type: z.literal('ticket-messages-request'), ticketId, before: z.nullable(ticketMessageId) }),
] as const;

/** The frames of the server about tickets. */
export const ticketGatewayFrames = [
  /**
   * The state of a ticket: the answer to `ticket-open` and `ticket-status`, and sent whenever it has changed. Repeated on every
   * connection until `ticket-received`.
   */
  z.strictObject({ type: z.literal('ticket'), ticket: personTicket }),
  /**
   * A message: the person's own, stored, or an answer, which is repeated on every connection until `ticket-received`. A device
   * shows each id once. `author` says who answered.
   */
  z.strictObject({ type: z.literal('ticket-message'), message: ticketMessage }),
  /** The ticket or message was refused: the device does not retry, and shows the reason to the person. */
  z.strictObject({ type: z.literal('ticket-refused'), clientId: z.string(), reason: z.string() }),
  /** The answer to `tickets-request`. */
  z.strictObject({ type: z.literal('tickets'), tickets: z.array(personTicket), more: z.boolean() }),
  /** The answer to `ticket-messages-request`, newest first. */
  z.strictObject({
    type: z.literal('ticket-messages'),
    ticketId: z.int(),
    messages: z.array(ticketMessage),
    more: z.boolean(),
  }),
] as const;

/** How a device's person sends a file or a recording to their ticket: a form, with the device's token as bearer. */
export const deviceTicketFile = {
  method: 'POST' as const,
  path: '/device/v1/api/tickets/add-messages-with-file',
  access: 'device' as const,
  summary: "A device's person sends a file or a voice message to their ticket",
  input: z.strictObject(newAttachment),
  output: ticketMessage,
  form: { file: 'file', maxBytes: ticketLimits.fileMaxBytes },
  maxBodyBytes: attachmentBytes,
  paged: false as const,
  device: null,
  tells: [],
  answers: null,
  log: "the device's own files and tickets",
  staleBy: [],
  commands: [],
  errors: [...ticketFileErrors, 'device_not_found', 'daily_quota'],
} satisfies Endpoint;

/**
 * The download endpoint for attachments of a person's tickets: `<path>/<ticketId>/<sha256>`, a GET with the device's token as bearer,
 * resumable by range requests.
 */
export const deviceTicketContentPath = '/device/v1/api/tickets/content';

export function deviceTicketContentUrl(ofTicket: number, hash: string): string {
  return `${deviceTicketContentPath}/${ofTicket}/${hash}`;
}

export type TicketDeviceFrame = z.infer<(typeof ticketDeviceFrames)[number]>;
export type TicketGatewayFrame = z.infer<(typeof ticketGatewayFrames)[number]>;

/** Whether a frame, of either direction, is about tickets. */
export function isTicketFrame<Frame extends { type: string }>(
  frame: Frame,
): frame is Extract<Frame, TicketDeviceFrame | TicketGatewayFrame> {
  return frame.type.startsWith('ticket');
}
