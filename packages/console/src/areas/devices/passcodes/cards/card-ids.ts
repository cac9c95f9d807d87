/** The ids of passcodes as the address of the cards names them: `3,4,7`. One alone is a number, which the router does not quote. */
export function cardIds(passcodes: readonly { id: number }[]): string | number {
  const [first, ...more] = passcodes;
  if (first !== undefined && more.length === 0) return first.id;
  return passcodes.map(({ id }) => id).join(',');
}

/** Reads the ids of an address. Parts that are no ids are ignored. */
export function readCardIds(value: unknown): number[] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const ids = String(value).split(',').map(Number);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))];
}
