import type { CallState } from '@fairwatch/contract';
import { hashKey, type RowOf } from '@fairwatch/device/core';
import { asciiDigits } from '../../core/parse/digits.ts';
import { isFields, readList, readText } from '../../core/parse/fields.ts';
import type { ReadLocalTime } from '../../core/parse/local-time.ts';
import type { Entry } from '../../core/parse/pages.ts';

type Call = RowOf<'call-logs'>;

/** What Termux:API prints for a call whose number is in no contact. */
const unknownCaller = 'UNKNOWN_CALLER';
/** The server stores a duration in 32 bits. */
const longestSeconds = 2 ** 31 - 1;

const states: ReadonlyMap<string, CallState> = new Map([
  ['INCOMING', 'INCOMING'],
  ['ANSWERED_EXTERNALLY', 'INCOMING'],
  ['OUTGOING', 'OUTGOING'],
  ['MISSED', 'MISSED'],
  ['VOICEMAIL', 'MISSED'],
  ['REJECTED', 'REJECTED'],
  ['BLOCKED', 'REJECTED'],
]);

/** Parses one page of `termux-call-log`. */
export function parseCalls(json: unknown, readLocalTime: ReadLocalTime): Entry<Call>[] {
  return readList('termux-call-log', json).map((printed) => parseCall(printed, readLocalTime));
}

/**
 * Calls have no id: the key is a hash of what does not change, so neither the name, which follows the address book, nor the local
 * time, which follows the time zone.
 */
function parseCall(printed: unknown, readLocalTime: ReadLocalTime): Entry<Call> {
  const broken = { id: hashKey('broken', JSON.stringify(printed) ?? ''), row: null };
  if (!isFields(printed)) return broken;
  const date = readLocalTime(printed.date);
  if (date === null) return broken;
  const phoneNumber = readText(printed.phone_number, 60);
  const type = readText(printed.type, 60).toUpperCase();
  const duration = parseDuration(printed.duration);
  const key = hashKey(date, phoneNumber, type, String(duration));
  const name = readText(printed.name, 200);
  const state = states.get(type) ?? (duration > 0 ? 'INCOMING' : 'MISSED');
  return { id: key, row: { key, name: name === unknownCaller ? '' : name, phoneNumber, duration, date, state } };
}

/** Parses "HH:MM:SS" or "MM:SS" to seconds; 0 for anything else. */
export function parseDuration(text: unknown): number {
  if (typeof text !== 'string' || text.length > 60) return 0;
  const found = /^(?:(\d{1,6}):)?(\d{1,3}):(\d{1,2})$/.exec(asciiDigits(text).trim());
  if (!found) return 0;
  const [hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0));
  return Math.min(hours * 3600 + minutes * 60 + seconds, longestSeconds);
}
