import type { RowOf } from '@fairwatch/device/core';
import { asciiDigits } from '../../core/parse/digits.ts';
import { compareMoments } from '../../core/parse/local-time.ts';
import type { PrintedMessage } from './messages.parse.ts';

interface Thread {
  address: string;
  name: string;
}

/** Android takes two numbers as the same when their last seven digits are. */
const comparedDigits = 7;

/**
 * Completes messages and sorts them by time. A console shows one thread per address, so that within a thread of the phone one number
 * gets one spelling; and the name of the other side, which only received messages have, is given to sent ones as well.
 */
export function completeMessages(printed: readonly PrintedMessage[]): RowOf<'messages'>[] {
  const sorted = printed.toSorted((one, other) => compareMoments(one.date, other.date) || one.nth - other.nth);
  const threads = new Map<string, Thread>();
  for (const message of sorted) {
    const id = threadOf(message);
    const { address, name } = threads.get(id) ?? message;
    threads.set(id, { address: betterSpelling(address, message.address), name: message.name || name });
  }
  return sorted.map((message) => {
    const { key, body, date, direction, read } = message;
    const { address, name } = threads.get(threadOf(message)) ?? message;
    return { key, address, name, body, date, direction, read };
  });
}

/** A message to several people has one thread and several addresses. */
function threadOf({ threadId, address }: PrintedMessage): string {
  const digits = digitsOf(address);
  const isNumber = !/\p{L}/u.test(address) && digits.length >= comparedDigits;
  return `${threadId}/${isNumber ? digits.slice(-comparedDigits) : address}`;
}

function digitsOf(address: string): string {
  return asciiDigits(address).replaceAll(/\D/g, '');
}

/** Prefers the international spelling, then the one with more digits; the order of the messages does not matter. */
function betterSpelling(one: string, other: string): string {
  const difference =
    Number(other.startsWith('+')) - Number(one.startsWith('+')) ||
    digitsOf(other).length - digitsOf(one).length ||
    one.length - other.length;
  if (difference !== 0) return difference > 0 ? other : one;
  return one < other ? one : other;
}
