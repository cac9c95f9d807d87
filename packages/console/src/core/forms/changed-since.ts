/** What was changed in a draft since it was sent to be saved: it stays, to be saved next. */
export function changedSince<Draft extends object>(now: Draft, sent: Draft): Partial<Draft> {
  const before = new Map<string, unknown>(Object.entries(sent));
  const changed = Object.entries(now).filter(([key, value]) => before.get(key) !== value);
  return Object.fromEntries(changed) as Partial<Draft>;
}
