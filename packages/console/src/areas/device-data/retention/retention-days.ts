import { limits, type Retention } from '@fairwatch/contract';

/** The typed values of the edited fields, by kind of data. */
export type Typed = Readonly<Partial<Record<string, string>>>;

const { minDays, maxDays } = limits.retention;

/** The typed number of days; null when it is invalid. */
export function readDays(text: string): number | null {
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return days >= minDays && days <= maxDays ? days : null;
}

/** Returns the typed days that are valid and differ from the stored ones. */
export function changedDays(kinds: readonly Retention[], typed: Typed): Record<string, number> {
  return Object.fromEntries(
    kinds.flatMap(({ kind, days }) => {
      const newDays = readDays(typed[kind] ?? '');
      return newDays === null || newDays === days ? [] : [[kind, newDays] as const];
    }),
  );
}

/** Whether a field has an invalid value. */
export function hasInvalidDays(typed: Typed): boolean {
  return Object.values(typed).some((text = '') => readDays(text) === null);
}
