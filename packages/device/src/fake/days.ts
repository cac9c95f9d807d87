import { seededRandom, type Random } from './random.ts';

/** A calendar day of a simulated phone. Its date is the seed of what happens on it, so that it is the same after each restart. */
export interface FakeDay {
  /** `2026-11-15`, in the phone's own time zone. */
  date: string;
  /** 0 is Sunday. */
  weekday: number;
  random: Random;
  /** A moment of this day, in the phone's own time zone. */
  at(hour: number, minute?: number): Date;
  /** Midnight UTC of this date, or of a later one, for what runs over whole days. */
  midnightUtc(daysLater?: number): Date;
}

/** Returns the current time in milliseconds since the epoch. */
export type Clock = () => number;

/** The days around now, from `first` to `last` days away. */
export function fakeDays(salt: string, now: number, first: number, last: number): FakeDay[] {
  const today = new Date(now);
  return Array.from({ length: last - first + 1 }, (_, place) => {
    const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() + first + place);
    const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()] as const;
    const name = [year, month + 1, date].map((part) => String(part).padStart(2, '0')).join('-');
    return {
      date: name,
      weekday: day.getDay(),
      random: seededRandom(`${salt}/${name}`),
      at: (hour, minute = 0) => new Date(year, month, date, hour, minute),
      midnightUtc: (daysLater = 0) => new Date(Date.UTC(year, month, date + daysLater)),
    };
  });
}
