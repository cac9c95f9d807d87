/**
 * How many percent a part is of the whole, from 0 to 100. Rounded to the nearest number, but only everything is 100 and only
 * nothing is 0: 199 of 200 devices are 99 %, not all of them. An empty whole counts as nothing.
 */
export function percentOf(part: number, whole: number): number {
  if (part <= 0 || whole <= 0) return 0;
  if (part >= whole) return 100;
  return Math.min(99, Math.max(1, Math.round((part / whole) * 100)));
}
