import { z } from 'zod/mini';
import { deviceFeature, deviceId, searchInput } from '../../shared/device-feature.ts';
import { endpoint, type ParsedInputOf } from '../../shared/endpoint.ts';
import type { AuditDetails } from '../../shared/log/audit-details.ts';
import { listDetails } from '../../shared/log/list-details.ts';
import { pageInput } from '../../core/http/envelope.ts';
import { limits } from '../../core/limits.ts';
import { moment } from '../../core/fields/moment.ts';
import { rowsLine } from '../../shared/log/list-lines.ts';
import { type ListAnswer } from '../../shared/log/log-line.ts';

/** Which way a text message went, seen from the device. */
export const messageDirections = ['RECEIVED', 'SENT'] as const;
export type MessageDirection = (typeof messageDirections)[number];

/** The other side's number, or the name a service sends under, as the device wrote it: one spelling per thread. */
const address = z.string().check(z.maxLength(200));

const rows = deviceFeature({
  id: 'messages',
  permission: 'SMS_READ',
  capability: 'SMS',
  paths: { list: 'sms/messages', update: 'sms/command/read-sms', history: 'sms/command/all' },
  command: 'UPDATE_MESSAGES',
  noun: 'messages',
  record: z.object({
    address,
    /** What the device's address book calls the other side; empty when it does not know them. */
    name: z.string(),
    /** Codes in it are masked in everything an admin gets: see `revealMessage`. */
    body: z.string(),
    date: moment,
    direction: z.enum(messageDirections),
    read: z.boolean(),
  }),
  searchIn: ['name', 'address', 'body'],
  sortBy: ['date'],
  filterBy: ['address', 'direction'],
  period: 'date',
});

/** The text messages of a device, all threads in one list. The log names the other side of a conversation as the rows do. */
export const messages = {
  ...rows,
  list: {
    ...rows.list,
    log: {
      action: 'READ' as const,
      describe(input: ParsedInputOf<typeof rows.list>, { json, pagination }: ListAnswer): AuditDetails {
        const { address: other, ...filter } = input.filter;
        const details = listDetails({ ...input, filter }, { pagination });
        if (other === undefined) return details;
        const [first] = JSON.parse(json) as { name: string }[];
        return { ...details, object: `with ${first?.name || String(other)}` };
      },
      words: { list: 'messages' } as const,
    },
  },
};

const access = { permission: 'SMS_READ', level: 'READ_ONLY' } as const;
const device = { capability: 'SMS', action: 'READ' } as const;

/** A message as a thread's line tells it: of a long text the beginning, or what stands around the searched words. */
const excerpt = z.object({
  id: z.int(),
  body: z.string(),
  date: z.string(),
  direction: z.enum(messageDirections),
});

/** All messages with one other side. */
export const messageThread = z.object({
  address: z.string(),
  /** As its newest message has it. */
  name: z.string(),
  last: excerpt,
  count: z.int(),
  /** Received and not read yet. */
  unreadCount: z.int(),
  /** How many of its messages have the searched text, and the newest of them; null without a search or a match. */
  matches: z.nullable(z.object({ count: z.int(), newest: excerpt })),
});
export type MessageThread = z.infer<typeof messageThread>;

/** A search finds threads by name, by number and by the text of any message. */
export const messageThreads = endpoint({
  path: 'sms/threads',
  access,
  answers: 'names, numbers and the newest message of each conversation',
  log: {
    ...rowsLine('conversations'),
    words: 'threads',
  },
  staleBy: ['messages'],
  summary: 'The threads of text messages on a device, newest first',
  input: z.strictObject({
    deviceId,
    ...pageInput,
    search: searchInput,
    /** Only the thread with this other side. */
    address: z.optional(address),
  }),
  output: z.array(messageThread),
  paged: true,
  device,
});

const messageId = z.int().check(z.positive());

/** A place in a thread: messages of the same moment are told apart by their id. */
export const messageCursor = z.strictObject({ date: moment, id: messageId });
export type MessageCursor = z.infer<typeof messageCursor>;

const message = z.object({
  id: z.int(),
  body: z.string(),
  /** Whether a code in the text is masked. */
  masked: z.boolean(),
  date: z.string(),
  direction: z.enum(messageDirections),
  read: z.boolean(),
});
export type Message = z.infer<typeof message>;

const { defaultSize, maxSize } = limits.conversation;

/** A stretch of one thread, from anywhere in it. Without a place it is the newest one. */
export const conversation = endpoint({
  path: 'sms/conversation',
  access,
  answers: 'messages of one conversation',
  log: {
    action: 'READ',
    describe: ({ before, after, around }, { messages: shown }, about) => {
      const place = before ? 'older' : after ? 'newer' : around ? 'around' : undefined;
      return { count: shown.length, ...(place && { place }), ...about };
    },
    words: 'conversation',
  },
  staleBy: ['messages'],
  summary: 'A stretch of one thread of text messages, in the order they were written',
  input: z
    .strictObject({
      deviceId,
      address,
      /** What came before this place. */
      before: z.optional(messageCursor),
      /** What came after this place. */
      after: z.optional(messageCursor),
      /** Both sides of a message, or of the first one at or after a moment. */
      around: z.optional(z.union([z.strictObject({ id: messageId }), z.strictObject({ date: moment })])),
      size: z._default(z.int().check(z.minimum(1), z.maximum(maxSize)), defaultSize),
    })
    .check(
      z.refine(
        (input) => [input.before, input.after, input.around].filter((place) => place !== undefined).length <= 1,
        'Only one of before, after and around can be given.',
      ),
    ),
  output: z.object({
    messages: z.array(message),
    /** Where to go on towards older messages; null at the thread's beginning. */
    older: z.nullable(messageCursor),
    /** Where to go on towards newer messages; null at the thread's end. */
    newer: z.nullable(messageCursor),
    /** The message that `around` led to; null when there is none. */
    anchorId: z.nullable(z.int()),
  }),
  device,
});

/** Where in one thread a text stands. */
export const findMessages = endpoint({
  path: 'sms/find',
  access,
  answers: 'which messages of a conversation have a text',
  log: {
    action: 'READ',
    describe: ({ search }, { total }, about) => ({ search, count: total, ...about }),
    words: 'conversationSearch',
  },
  staleBy: ['messages'],
  summary: 'The messages of one thread that have a text in them',
  input: z.strictObject({
    deviceId,
    address,
    search: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.search.maxLength)),
  }),
  output: z.object({
    /** Newest first; at most so many as `limits.conversation.maxHits`. */
    ids: z.array(z.int()),
    total: z.int(),
  }),
  device,
});

/**
 * Codes in text messages (of a bank, for signing in) are masked in lists, searches, exports and archives for admins. This call
 * gives the text of one message as the device sent it, and is a line in the device's log.
 */
export const revealMessage = endpoint({
  path: 'sms/reveal',
  access,
  answers: 'one message with the codes in it, which are masked everywhere else',
  log: {
    action: 'READ',
    describe: (_input, { body }, about) => (body === null ? null : about),
    words: 'revealedCode',
  },
  summary: 'One text message with the codes in it, which are masked everywhere else',
  input: z.strictObject({ deviceId, id: messageId }),
  output: z.object({
    /** Null when the message is gone. */
    body: z.nullable(z.string()),
  }),
  device,
});
