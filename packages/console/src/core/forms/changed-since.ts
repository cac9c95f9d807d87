/** The fields of a draft that were changed after it was sent to the server. They stay unsaved. */
export function changedSince<Draft extends object>(now: Draft, sent: Draft): Partial<Draft> {
  const before = new Map<string, unknown>(Object.entries(sent));
  const changed = Object.entries(now).filter(([key, value]) => before.get(key) !== value);
  return Object.fromEntries(changed) as Partial<Draft>;
}
