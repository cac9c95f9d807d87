/**
 * The percentage of a part in the whole, from 0 to 100. It is rounded, but is 100 only for everything and 0 only for nothing: 199 of
 * 200 devices are 99 %. It is 0 for an empty whole.
 */
export function percentOf(part: number, whole: number): number {
  if (part <= 0 || whole <= 0) return 0;
  if (part >= whole) return 100;
  return Math.min(99, Math.max(1, Math.round((part / whole) * 100)));
}
