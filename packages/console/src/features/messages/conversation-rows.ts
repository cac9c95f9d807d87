import type { Message } from '@fairwatch/contract';
import { dayOf } from './message-times.ts';

/** A message with its place among its neighbours. */
export interface ConversationRow {
  message: Message;
  /** It is the first of its day, or the first that is loaded: the day stands above it. */
  startsDay: boolean;
  /** It follows another one of the same side closely: the two belong together. */
  continues: boolean;
}

const togetherMs = 5 * 60_000;

/** Messages in the order of time, told apart by day and by who wrote them. */
export function conversationRows(messages: readonly Message[]): ConversationRow[] {
  return messages.map((message, place) => {
    const before = messages[place - 1];
    const date = new Date(message.date);
    const startsDay = before === undefined || dayOf(new Date(before.date)) !== dayOf(date);
    const continues =
      before !== undefined &&
      !startsDay &&
      before.direction === message.direction &&
      date.getTime() - new Date(before.date).getTime() < togetherMs;
    return { message, startsDay, continues };
  });
}

const lineHeight = 20;
const charactersPerLine = 60;

/** About how high a row will be, in pixels; it is measured once it is on screen. */
export function estimatedHeight({ message: { body }, startsDay, continues }: ConversationRow): number {
  const lines = body
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / charactersPerLine)), 0);
  return 18 + lines * lineHeight + (startsDay ? 44 : continues ? 2 : 10);
}
