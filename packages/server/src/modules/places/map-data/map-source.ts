import { pmtilesBounds } from '../../../core/pmtiles/pmtiles-bounds.ts';
import { openRangeSource, SourceProblem, type RangeSource } from '../../../core/pmtiles/range-source.ts';

/** The part of MAP_SOURCE_URL that is replaced by a day. */
const dayPlaceholder = '{date}';
/** Builds of so many days are looked for, the newest first. That of today may not be there yet. */
const daysBack = 7;
const dayMs = 86_400_000;

/** Opens the source: the file of the URL, or the newest one where the URL has a day in it. Throws a `SourceProblem`. */
export async function openMapSource(
  template: string,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<RangeSource> {
  const options = { signal, startBytes: pmtilesBounds.startBytes };
  if (!template.includes(dayPlaceholder)) return await openRangeSource(template, options);
  for (let day = 0; ; day += 1) {
    const date = new Date(now - day * dayMs).toISOString().slice(0, 10).replaceAll('-', '');
    try {
      return await openRangeSource(template.replaceAll(dayPlaceholder, date), options);
    } catch (error) {
      const isMissing = error instanceof SourceProblem && error.status === 404;
      if (!isMissing || day === daysBack - 1) throw error;
    }
  }
}

/** The host of the source as people read it. */
export function hostOf(template: string): string {
  return new URL(template).host;
}
