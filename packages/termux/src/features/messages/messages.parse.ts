import type { MessageDirection } from '@fairwatch/contract';
import { hashKey } from '@fairwatch/device/core';
import { isFields, readFlag, readList, readText, readWhole } from '../../core/parse/fields.ts';
import type { ReadLocalTime } from '../../core/parse/local-time.ts';
import type { Entry } from '../../core/parse/pages.ts';

/** A text message as the phone prints it: the name of the other side is missing in sent ones. */
export interface PrintedMessage {
  key: string;
  /** The place in the order in which the phone stored the messages; dates have no milliseconds. */
  nth: number;
  threadId: string;
  address: string;
  name: string;
  body: string;
  date: string;
  direction: MessageDirection;
  read: boolean;
}

/** Far longer than any text message, and it fits in a frame however it is escaped. */
const bodyMaxLength = 20_000;

/**
 * The person shares what they received and sent. Drafts, failed ones and those that wait for the network were not sent, so they stay
 * on the phone.
 */
const directions: ReadonlyMap<string, MessageDirection> = new Map([
  ['inbox', 'RECEIVED'],
  ['sent', 'SENT'],
]);

/** Parses one page of `termux-sms-list`. */
export function parseMessages(json: unknown, readLocalTime: ReadLocalTime): Entry<PrintedMessage>[] {
  return readList('termux-sms-list', json).map((printed) => {
    const id = idOf(printed);
    return { id, row: parseMessage(printed, id, readLocalTime) };
  });
}

/** Older versions of Termux:API print no `_id`: then it is a hash of what the message says. */
function idOf(printed: unknown): string {
  const id = isFields(printed) ? readWhole(printed._id) : null;
  return id !== null && id >= 0 ? String(id) : hashKey(contentOf(printed));
}

/** What does not change when a message is read. */
function contentOf(printed: unknown): string {
  if (!isFields(printed)) return JSON.stringify(printed) ?? '';
  const { threadid, type, address, number, received, body } = printed;
  return JSON.stringify([threadid, type, address ?? number, received, body]);
}

function parseMessage(printed: unknown, key: string, readLocalTime: ReadLocalTime): PrintedMessage | null {
  if (!isFields(printed)) return null;
  const direction = directions.get(readText(printed.type, 20).toLowerCase());
  const date = readLocalTime(printed.received);
  if (direction === undefined || date === null) return null;
  const address = readText(printed.address ?? printed.number, 200) || 'Unknown';
  const sender = readText(printed.sender, 200);
  return {
    key,
    nth: readWhole(printed._id) ?? 0,
    threadId: readText(printed.threadid, 20),
    address,
    // In a sent one the sender is "You", which says nothing about the other side.
    name: direction === 'SENT' || sender === address ? '' : sender,
    body: readText(printed.body, bodyMaxLength),
    date,
    direction,
    read: readFlag(printed.read) ?? direction === 'SENT',
  };
}
