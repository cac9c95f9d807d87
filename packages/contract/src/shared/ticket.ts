import { z } from 'zod/mini';
import { fileName, sha256 } from './stored/file-names.ts';
import { formNumber } from '../core/fields/form-fields.ts';
import type { ErrorCode } from '../core/http/errors.ts';
import { uploadErrors } from '../core/http/shared-errors.ts';
import { kilobyte } from '../core/limits.ts';

export const ticketStatuses = ['OPEN', 'IN_PROGRESS', 'ANSWERED', 'CLOSED', 'CANCELLED'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** From least to most urgent. */
export const ticketPriorities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type TicketPriority = (typeof ticketPriorities)[number];

/** The categories that SPEC names. */
export const specTicketCategories = ['SUPPORT', 'VPN_ISSUE', 'REGISTRATION', 'GENERAL', 'BILLING', 'OTHER'] as const;
/** All categories that a ticket can have. Which of them are offered for a new one depends on the preset of the installation. */
export const ticketCategories = [...specTicketCategories, 'MY_PHONE', 'LOST'] as const;
export type TicketCategory = (typeof ticketCategories)[number];

/** MINE: the caller opened it, and writes as its User. SUBORDINATES: the caller answers it, as an Admin. */
export const ticketSides = ['MINE', 'SUBORDINATES'] as const;
export type TicketSide = (typeof ticketSides)[number];

/** Who wrote a message: USER is whoever opened the ticket (an admin too, who asks those above), ADMIN all who answer it. */
export const ticketSenders = ['ADMIN', 'USER'] as const;
export type TicketSender = (typeof ticketSenders)[number];

export const ticketMessageKinds = ['TEXT', 'VOICE', 'FILE'] as const;
export type TicketMessageKind = (typeof ticketMessageKinds)[number];

/** The limits of tickets. They are not in `limits`, so that only pages with tickets load them. */
export const ticketLimits = {
  titleMaxLength: 150,
  descriptionMaxLength: 4000,
  textMaxLength: 4000,
  /** The text of a message with a file or a recording. */
  captionMaxLength: 1000,
  /** Of a file or a recording; the {size} of its message is 3. */
  fileMaxBytes: 3 * 1024 * 1024,
  voiceMaxMs: 180_000,
  /** A recording's waveform: at most so many peaks, each from 0 (silence) to 100. */
  peaks: 200,
  messages: { defaultSize: 50, maxSize: 200 },
  /** How many a device's person may have that are neither closed nor cancelled. */
  openPerPerson: 50,
} as const;

const ongoing = ['OPEN', 'IN_PROGRESS', 'ANSWERED'] as const;

/** The allowed transitions of a ticket's status. CANCELLED is final. */
export const ticketTransitions: Readonly<Record<TicketStatus, readonly TicketStatus[]>> = {
  OPEN: ['IN_PROGRESS', 'ANSWERED', 'CLOSED', 'CANCELLED'],
  IN_PROGRESS: ['OPEN', 'ANSWERED', 'CLOSED', 'CANCELLED'],
  ANSWERED: ['OPEN', 'IN_PROGRESS', 'CLOSED', 'CANCELLED'],
  CLOSED: ['OPEN'],
  CANCELLED: [],
};

/** Whether a ticket is open. Nobody can write to one that is closed or cancelled; a closed one can be reopened first. */
export function isOngoing(status: TicketStatus): boolean {
  return (ongoing as readonly string[]).includes(status);
}

export const ticketId = z.int().check(z.positive());
/** The id of a message. Within a ticket, ids follow the order of writing. */
export const ticketMessageId = z.int().check(z.positive());

/** How often a ticket was changed; a 32-bit integer in the database. */
export const ticketVersion = z.int().check(z.positive(), z.maximum(2_147_483_647));

/**
 * An idempotency key that the sender creates (`crypto.randomUUID()`) for each message and keeps for retries: the same id gives the same
 * answer and is never stored twice.
 */
export const clientId = z.uuid();

const { titleMaxLength, descriptionMaxLength, textMaxLength, captionMaxLength } = ticketLimits;

/** Forms write a line break as two characters. */
const plainLines = z.overwrite((text: string) => text.replaceAll(/\r\n?/g, '\n'));

/** What a new ticket says. Line breaks of the description are kept. */
export const newTicket = {
  title: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please write a title.'),
      z.maxLength(titleMaxLength, `A title has at most ${titleMaxLength} characters.`),
    ),
  description: z
    .string()
    .check(
      plainLines,
      z.trim(),
      z.minLength(1, 'Please describe what this is about.'),
      z.maxLength(descriptionMaxLength, `A description has at most ${descriptionMaxLength} characters.`),
    ),
  category: z.enum(ticketCategories),
  priority: z._default(z.enum(ticketPriorities), 'MEDIUM'),
};

/** The text of a message. Its line breaks are kept. */
export const messageText = z
  .string()
  .check(
    plainLines,
    z.trim(),
    z.minLength(1, 'Please write a message.'),
    z.maxLength(textMaxLength, `A message has at most ${textMaxLength} characters.`),
  );

/** Peaks in a form: integers from 0 to 100, separated by commas. */
const formPeaks = z.pipe(
  z.string().check(z.maxLength(4 * ticketLimits.peaks), z.regex(/^(?:\d{1,3}(?:,\d{1,3})*)?$/)),
  z.pipe(
    z.transform((text: string) => (text === '' ? [] : text.split(',').map(Number))),
    z.array(z.int().check(z.minimum(0), z.maximum(100))).check(z.maxLength(ticketLimits.peaks)),
  ),
);

/**
 * The fields of the form that carries a file or a recording; the file's part is called `file` and comes last. What may be
 * sent is `uploadTypes`, decided by the bytes. A recording is called `voice.weba`, `voice.oga`, `voice.mp3`, `voice.wav` or
 * `voice.mp4`, by what the recorder made.
 */
export const newAttachment = {
  ticketId: z.pipe(formNumber, ticketId),
  clientId,
  kind: z.enum(['VOICE', 'FILE']),
  name: fileName,
  /** The text of the message; may be empty. */
  text: z._default(z.string().check(plainLines, z.trim(), z.maxLength(captionMaxLength)), ''),
  /** How long a recording is: needed for VOICE, at most `voiceMaxMs`. */
  durationMs: z.optional(formNumber),
  /** A recording's waveform, computed where it was recorded. */
  peaks: z.optional(formPeaks),
};

/** The maximum size of these fields. */
export const attachmentBytes = 8 * kilobyte;

/** The errors of a call that writes to a ticket. */
export const ticketWriteErrors: readonly ErrorCode[] = ['ticket_not_found', 'ticket_ended', 'message_id_used'];

/** The errors of a call that sends a file to a ticket. */
export const ticketFileErrors: readonly ErrorCode[] = [...ticketWriteErrors, ...uploadErrors, 'voice_too_long'];

/** A file or a recording of a message. */
export const ticketAttachment = z.object({
  /** Part of the URL of the file. */
  sha256,
  fileName: z.string(),
  /** By its bytes. */
  mimeType: z.string(),
  size: z.int(),
  /** A small picture of it can be fetched, with the variant `thumbnail`. */
  thumbnail: z.boolean(),
  /** Of a recording; null for a file. */
  durationMs: z.nullable(z.int()),
  /** Of a recording: its waveform from 0 to 100, empty when nobody computed it; null for a file. */
  peaks: z.nullable(z.array(z.int())),
});
export type TicketAttachment = z.infer<typeof ticketAttachment>;

/** One message of a ticket. */
export const ticketMessage = z.object({
  id: z.int(),
  ticketId: z.int(),
  /** The id from its sender, by which a page recognises its own message. */
  clientId: z.string(),
  /** Marked Admin or User. */
  sender: z.enum(ticketSenders),
  /** The username of who wrote it. */
  author: z.string(),
  kind: z.enum(ticketMessageKinds),
  /** With VOICE and FILE the words beside it, often empty. */
  text: z.string(),
  /** Null for TEXT. */
  attachment: z.nullable(ticketAttachment),
  sentAt: z.string(),
  /** Whether the other side, to whom it was written, has read it. */
  read: z.boolean(),
  readAt: z.nullable(z.string()),
});
export type TicketMessage = z.infer<typeof ticketMessage>;
