import { z } from 'zod/mini';
import { searchInput, sortDirection } from '../../shared/device-feature.ts';
import { endpoint, formEndpoint, sessionPath } from '../../shared/endpoint.ts';
import { exportInput, pageInput } from '../../core/http/envelope.ts';
import { kilobyte } from '../../core/limits.ts';
import type { FeaturePermission } from '../../core/access/permissions.ts';
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
  ticketMessageKinds,
  ticketPriorities,
  ticketSenders,
  ticketSides,
  ticketStatuses,
  ticketVersion,
  ticketWriteErrors,
  type TicketSide,
} from '../../shared/ticket.ts';
import { seenLine } from '../../shared/log/log-line.ts';

/** A ticket, as both lists and its own page have it. */
export const ticket = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  category: z.enum(ticketCategories),
  /** When it was opened. */
  date: z.string(),
  priority: z.enum(ticketPriorities),
  status: z.enum(ticketStatuses),
  /** Who opened it: an admin, or the person of a device. */
  clientUsername: z.string(),
  /** What they are called. */
  clientName: z.string(),
  /** The device it was opened on; null when an admin opened it. */
  device: z.nullable(z.object({ deviceId: z.int(), deviceName: z.string() })),
  /** Rises with each change of status, priority or category: an edit names the one it was made on. */
  version: z.int(),
  /** When it was last changed or written to. */
  updatedAt: z.string(),
  messageCount: z.int(),
  /** Messages of the other side that the caller's side has not read; for those who answer, a new ticket counts as one too. */
  unreadCount: z.int(),
  /** The newest message, its text cut to a line; null when there is none. */
  lastMessage: z.nullable(
    z.object({
      id: z.int(),
      sender: z.enum(ticketSenders),
      author: z.string(),
      kind: z.enum(ticketMessageKinds),
      text: z.string(),
      sentAt: z.string(),
    }),
  ),
});
export type Ticket = z.infer<typeof ticket>;

/**
 * `attention` is what needs it first: unread messages from the other side, then those that go on before those that ended,
 * then the most urgent, then the oldest. `priority` runs from LOW to CRITICAL, `status` in the order of `ticketStatuses`.
 */
export const ticketSortFields = ['attention', 'id', 'title', 'category', 'date', 'priority', 'status'] as const;

const listInput = z.strictObject({
  ...pageInput,
  ...exportInput,
  /** In the id, the title, the description and the client's username. */
  search: searchInput,
  sortBy: z._default(z.enum(ticketSortFields), 'attention'),
  sortDirection,
  filter: z._default(
    z.strictObject({
      status: z.optional(z.enum(ticketStatuses)),
      priority: z.optional(z.enum(ticketPriorities)),
      category: z.optional(z.enum(ticketCategories)),
      /** True: only with unread messages from the other side; false: only without. */
      unread: z.optional(z.boolean()),
      /** True: only OPEN, IN_PROGRESS and ANSWERED; false: only CLOSED and CANCELLED. */
      ongoing: z.optional(z.boolean()),
    }),
    {},
  ),
});

/** What the caller opened. */
export const createdTickets = endpoint({
  path: 'ticket/created',
  access: { permission: 'MY_TICKETS', level: 'READ_ONLY' },
  tells: ['DEVICE'],
  answers: 'title, description and newest message of tickets that the admin opened',
  log: "the admin's own tickets",
  staleBy: ['tickets'],
  summary: 'The tickets that the signed-in admin opened',
  input: listInput,
  output: z.array(ticket),
  paged: true,
});

/**
 * What the caller answers: tickets of those who report to them, directly or further down, and of the people whose devices
 * are assigned to them; for a SUPER_ADMIN everybody's. Never their own.
 */
export const assignedTickets = endpoint({
  path: 'ticket/assigned',
  access: { permission: 'SUBORDINATES_TICKETS', level: 'READ_ONLY' },
  tells: ['DEVICE'],
  answers: 'title, description and newest message of each ticket, and who wrote it',
  log: seenLine('tickets'),
  staleBy: ['tickets'],
  summary: "The tickets of the signed-in admin's subordinates",
  input: listInput,
  output: z.array(ticket),
  paged: true,
});

/**
 * One ticket. Like every call about one ticket it takes MY_TICKETS for the caller's own and SUBORDINATES_TICKETS for one
 * that they answer: Read Only to look, Full Access to change, write and mark as read. A ticket that the caller may not see
 * is answered like one that does not exist (404).
 */
export const ticketDetail = endpoint({
  path: 'ticket/detail',
  access: 'admin',
  tells: ['DEVICE'],
  answers: 'title, description and newest message of a ticket',
  log: { action: 'READ', subject: sessionPath('ticket/messages/complete') },
  staleBy: ['tickets'],
  summary: 'One ticket',
  input: z.strictObject({ ticketId }),
  output: z.extend(ticket, {
    side: z.enum(ticketSides),
    /** Whether the caller may edit it and write to it: false with Read Only. Whether it takes messages is `isOngoing`. */
    mayChange: z.boolean(),
  }),
  errors: ['ticket_not_found'],
});
export type TicketDetail = z.infer<typeof ticketDetail.output>;

const counts = z.object({
  /** OPEN, IN_PROGRESS or ANSWERED. */
  open: z.int(),
  /** Tickets with unread messages from the other side; a ticket that nobody of those who answer has opened yet counts too. */
  unread: z.int(),
});

/** For the sidebar. Null where the caller has no access. Read again when the socket says TICKET. */
export const ticketCounts = endpoint({
  path: 'ticket/counts',
  access: 'admin',
  tells: ['DEVICE'],
  answers: 'how many tickets there are in each state',
  log: 'only numbers',
  staleBy: ['tickets'],
  canWait: true,
  summary: 'How many tickets are open and unread',
  input: z.strictObject({}),
  output: z.object({ mine: z.nullable(counts), subordinates: z.nullable(counts) }),
});
export type TicketCounts = z.infer<typeof ticketCounts.output>;

export const createTicket = endpoint({
  path: 'ticket/create',
  access: { permission: 'ADD_TICKET', level: 'FULL_ACCESS' },
  tells: [],
  log: "the admin's own ticket or message",
  summary: 'Open a ticket',
  input: z.strictObject({
    ...newTicket,
    /** With it, a ticket is opened once however often this is tried. */
    clientId: z.optional(clientId),
  }),
  maxBodyBytes: 16 * kilobyte,
  output: ticket,
});

/**
 * Changes what is named, all or none. 409 when `ticketTransitions` does not allow the status, and when somebody else
 * changed the ticket after `version`: its text says who, and how the ticket stands.
 */
export const updateTicket = endpoint({
  path: 'ticket/update',
  access: 'admin',
  tells: ['DEVICE'],
  answers: 'title, description and newest message of the ticket',
  log: { action: 'TICKET', when: 'when it changes' },
  summary: 'Change the status, priority or category of a ticket',
  input: z.strictObject({
    ticketId,
    version: ticketVersion,
    status: z.optional(z.enum(ticketStatuses)),
    priority: z.optional(z.enum(ticketPriorities)),
    category: z.optional(z.enum(ticketCategories)),
  }),
  output: ticket,
  errors: ['ticket_not_found', 'ticket_transition', 'ticket_changed'],
});

const { defaultSize, maxSize } = ticketLimits.messages;

/**
 * The complete conversation of a ticket: every message of both sides, newest first, a stretch at a time however long it is.
 * Without `before` and `after` the newest stretch; with `before` what is older than that message; with `after` what is newer,
 * so that a page which heard of a new message reads only that. `older` is the `before` of the next stretch, null when the
 * conversation is complete. Reading does not mark as read.
 */
export const ticketMessages = endpoint({
  path: 'ticket/messages/complete',
  access: 'admin',
  tells: ['DEVICE'],
  answers: 'what the person wrote in a ticket',
  log: {
    action: 'READ',
    words: 'ticket',
  },
  summary: 'The whole conversation of a ticket, newest first',
  input: z
    .strictObject({
      ticketId,
      before: z.optional(ticketMessageId),
      after: z.optional(ticketMessageId),
      size: z._default(z.int().check(z.minimum(1), z.maximum(maxSize)), defaultSize),
    })
    .check(
      z.refine(
        ({ before, after }) => before === undefined || after === undefined,
        'Only one of before and after can be given.',
      ),
    ),
  output: z.object({
    /** Newest first. With `after` those that follow it directly, also newest first. */
    messages: z.array(ticketMessage),
    older: z.nullable(z.int()),
    /** The `after` of the next newer stretch; null at the conversation's end. */
    newer: z.nullable(z.int()),
  }),
  errors: ['ticket_not_found'],
});

/** Marks the other side's messages up to this one as read, for the caller's whole side. Never the caller's own. */
export const readTicketMessages = endpoint({
  path: 'ticket/messages/read',
  access: 'admin',
  tells: [],
  log: 'only numbers',
  summary: "Mark the other side's messages as read",
  input: z.strictObject({
    ticketId,
    /** The newest message that was seen; left out, only the ticket itself (it had no messages yet). */
    upTo: z.optional(ticketMessageId),
  }),
  output: z.object({ unreadCount: z.int() }),
  errors: ['ticket_not_found'],
});

/**
 * Writes a message. One of the User's side reopens an ANSWERED ticket; one of an Admin makes an OPEN or IN_PROGRESS one ANSWERED.
 * A closed or cancelled ticket takes none (409).
 */
export const addTicketMessage = endpoint({
  path: 'ticket/add-messages',
  access: 'admin',
  tells: [],
  log: "the admin's own ticket or message",
  summary: 'Write a message to a ticket',
  input: z.strictObject({ ticketId, clientId, text: messageText }),
  maxBodyBytes: 16 * kilobyte,
  output: ticketMessage,
  errors: ticketWriteErrors,
});

/** Writes a message that is a file or a recording. */
export const addTicketFile = formEndpoint({
  path: 'ticket/add-messages-with-file',
  access: 'admin',
  tells: [],
  log: "the admin's own ticket or message",
  summary: 'Send a file or a voice message to a ticket',
  input: z.strictObject(newAttachment),
  maxBodyBytes: attachmentBytes,
  form: { file: 'file', maxBytes: ticketLimits.fileMaxBytes },
  output: ticketMessage,
  errors: ticketFileErrors,
});

/**
 * Returns the content ticket for the attachments of one support ticket: the URL of one is `contentUrl({ ticket: pass, sha256, variant,
 * saveAs })`, a GET with ranges. The pass replaces the session's token there, and ends with the session or the access.
 */
export const ticketContent = endpoint({
  path: 'ticket/content',
  access: 'admin',
  tells: ['DEVICE'],
  answers: 'a pass to attachments of a ticket',
  log: 'each attachment that is fetched with it is logged',
  summary: 'A pass to fetch the attachments of a ticket',
  input: z.strictObject({ ticketId }),
  output: z.object({ pass: z.string(), expiresAt: z.string() }),
  errors: ['ticket_not_found'],
});

/** What each side of a ticket asks of an admin. */
export const ticketSidePermissions = {
  MINE: 'MY_TICKETS',
  SUBORDINATES: 'SUBORDINATES_TICKETS',
} as const satisfies Record<TicketSide, FeaturePermission>;

/** The calls about one ticket, by the level that they take on its side. */
export const ticketCalls = {
  READ_ONLY: [ticketDetail, ticketMessages, ticketContent],
  FULL_ACCESS: [updateTicket, addTicketMessage, readTicketMessages, addTicketFile],
} as const;
