import { dayOf } from '../components/days.ts';

/** What is to be known of a message to give it its place. */
interface Placed {
  /** What it stays known by while it is on screen. */
  key: string | number;
  /** Its number; null while it has none, because the server does not know it yet. */
  id: number | null;
  at: string;
  /** Who wrote it. */
  side: string;
}

/** A message with its place among its neighbours. */
export interface ConversationRow<Message> {
  message: Message;
  key: string | number;
  id: number | null;
  at: Date;
  /** It is the first of its day, or the first that is loaded: the day stands above it. */
  startsDay: boolean;
  /** It follows another one of the same side closely: the two belong together. */
  continues: boolean;
}

const togetherMs = 5 * 60_000;

/** Messages in the order of time, told apart by day and by who wrote them. */
export function conversationRows<Message>(
  messages: readonly Message[],
  placeOf: (message: Message) => Placed,
): ConversationRow<Message>[] {
  let before: { side: string; at: Date } | undefined;
  return messages.map((message) => {
    const { key, id, at: written, side } = placeOf(message);
    const at = new Date(written);
    const startsDay = before === undefined || dayOf(before.at) !== dayOf(at);
    const together = before?.side === side && at.getTime() - before.at.getTime() < togetherMs;
    before = { side, at };
    return { message, key, id, at, startsDay, continues: together && !startsDay };
  });
}

const lineHeight = 20;
const charactersPerLine = 60;

type Neighbours = Pick<ConversationRow<unknown>, 'startsDay' | 'continues'>;

/** About how high the row of a text will be, in pixels; it is measured once it is on screen. */
export function estimatedHeight(text: string, { startsDay, continues }: Neighbours): number {
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / charactersPerLine)), 0);
  return 18 + lines * lineHeight + (startsDay ? 44 : continues ? 2 : 10);
}
