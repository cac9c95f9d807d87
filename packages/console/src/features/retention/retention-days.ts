import { limits, type Retention } from '@fairwatch/contract';

/** What stands in the boxes that were touched, by kind of data. */
export type Typed = Readonly<Partial<Record<string, string>>>;

const { minDays, maxDays } = limits.retention;

/** The number of days somebody typed; null when it is none that can be kept. */
export function readDays(text: string): number | null {
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return days >= minDays && days <= maxDays ? days : null;
}

/** What would be saved: the days that can be kept and differ from those that are set. */
export function changedDays(kinds: readonly Retention[], typed: Typed): Record<string, number> {
  return Object.fromEntries(
    kinds.flatMap(({ kind, days }) => {
      const wanted = readDays(typed[kind] ?? '');
      return wanted === null || wanted === days ? [] : [[kind, wanted] as const];
    }),
  );
}

/** Whether a box holds what cannot be saved. */
export function hasWrongDays(typed: Typed): boolean {
  return Object.values(typed).some((text = '') => readDays(text) === null);
}
