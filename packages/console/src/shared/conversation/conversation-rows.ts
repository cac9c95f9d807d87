import { dayOf } from '../../core/components/time/days.ts';

/** The fields of a message that decide its row. */
interface MessageFields {
  /** The React key, which does not change when the server stores the message. */
  key: string | number;
  /** Null until the server has stored the message. */
  id: number | null;
  at: string;
  /** Who wrote it. */
  side: string;
}

/** A message and its relation to the message before it. */
export interface ConversationRow<Message> {
  message: Message;
  key: string | number;
  id: number | null;
  at: Date;
  /** True for the first message of a day and the first that is loaded: the day is shown above it. */
  startsDay: boolean;
  /** True when it follows a message of the same side within `groupWithinMs`: the two are shown as a group. */
  continues: boolean;
}

const groupWithinMs = 5 * 60_000;

/** The rows of messages that are sorted by time, grouped by day and by side. */
export function conversationRows<Message>(
  messages: readonly Message[],
  fieldsOf: (message: Message) => MessageFields,
): ConversationRow<Message>[] {
  let before: { side: string; at: Date } | undefined;
  return messages.map((message) => {
    const { key, id, at: written, side } = fieldsOf(message);
    const at = new Date(written);
    const startsDay = before === undefined || dayOf(before.at) !== dayOf(at);
    const isGrouped = before?.side === side && at.getTime() - before.at.getTime() < groupWithinMs;
    before = { side, at };
    return { message, key, id, at, startsDay, continues: isGrouped && !startsDay };
  });
}

const lineHeight = 20;
const charactersPerLine = 60;

type Neighbours = Pick<ConversationRow<unknown>, 'startsDay' | 'continues'>;

/** The estimated height of a row in pixels, until it is measured on screen. */
export function estimatedHeight(text: string, { startsDay, continues }: Neighbours): number {
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / charactersPerLine)), 0);
  return 18 + lines * lineHeight + (startsDay ? 44 : continues ? 2 : 10);
}
