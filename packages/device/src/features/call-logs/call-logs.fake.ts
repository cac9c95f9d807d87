import type { CallState } from '@fairwatch/contract';
import { fakeDays, type Clock, type FakeDay } from '../../fake/days.ts';
import { fakePhoneNumber, type Acquaintance } from '../../fake/people.ts';
import type { Random } from '../../fake/random.ts';
import type { RowOf } from '../../core/commands/handlers.ts';

type Call = RowOf<'call-logs'>;

const daysKept = 60;
const minuteMs = 60_000;

/** A call log: calls of the last weeks, by day and not by night, and new ones between two readings. */
export function fakeCallLogs(random: Random, circle: readonly Acquaintance[], clock: Clock = Date.now): () => Call[] {
  const salt = `calls/${random.int(0, 1e9)}`;
  const talkative = random.int(2, 6);
  const recent: Call[] = [];
  let read = false;

  return () => {
    const now = clock();
    if (read && random.chance(0.8)) recent.push(recentCall(random, circle, now, recent.length));
    read = true;
    const past = fakeDays(salt, now, -daysKept, 0).flatMap((day) => callsOf(day, circle, talkative));
    return withoutOverlap([...past, ...recent], now);
  };
}

function callsOf(day: FakeDay, circle: readonly Acquaintance[], talkative: number): Call[] {
  const weekend = day.weekday === 0 || day.weekday === 6;
  return Array.from({ length: day.random.int(weekend ? 0 : 1, talkative) }, (_, place) => ({
    key: `${day.date}-${place}`,
    ...fakeCall(day.random, circle),
    date: day.at(day.random.int(weekend ? 9 : 7, 21), day.random.int(0, 59)).toISOString(),
  }));
}

function recentCall(random: Random, circle: readonly Acquaintance[], now: number, place: number): Call {
  const date = new Date(now - random.int(1, 9) * minuteMs);
  return { key: `${date.getTime()}-${place}`, ...fakeCall(random, circle), date: date.toISOString() };
}

function fakeCall(random: Random, circle: readonly Acquaintance[]): Omit<Call, 'key' | 'date'> {
  const known = random.chance(0.82);
  const state = fakeState(random, known);
  const answered = state === 'OUTGOING' ? random.chance(0.85) : state === 'INCOMING';
  // Those at the front of the circle are called most: two draws, the smaller one counts.
  const place = Math.min(random.int(0, circle.length - 1), random.int(0, circle.length - 1));
  const other = known ? circle[place] : undefined;
  return {
    name: other?.name ?? '',
    phoneNumber: other?.phoneNumber ?? fakePhoneNumber(random),
    duration: answered ? fakeSeconds(random, known) : 0,
    state,
  };
}

function fakeState(random: Random, known: boolean): CallState {
  const share = random.next();
  if (share < (known ? 0.44 : 0.15)) return 'OUTGOING';
  if (share < (known ? 0.8 : 0.5)) return 'INCOMING';
  return share < (known ? 0.94 : 0.8) ? 'MISSED' : 'REJECTED';
}

/** Most calls are short, some with friends are not. */
function fakeSeconds(random: Random, known: boolean): number {
  if (known && random.chance(0.15)) return random.int(600, 2900);
  return random.chance(0.5) ? random.int(6, 95) : random.int(60, 480);
}

/** Shortens the calls so that each ends before the next one begins and before now. Newest last. */
function withoutOverlap(calls: readonly Call[], now: number): Call[] {
  const started = calls
    .filter(({ date }) => Date.parse(date) < now)
    .toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date));
  return started.map((call, place) => endedBefore(call, Date.parse(started[place + 1]?.date ?? '') || now));
}

function endedBefore(call: Call, next: number): Call {
  const room = Math.max(0, Math.floor((next - Date.parse(call.date)) / 1000) - 2);
  return { ...call, duration: Math.min(call.duration, room) };
}
