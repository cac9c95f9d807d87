/** Returns a function that numbers repeated keys: the server refuses an answer in which a key occurs twice. */
export function uniqueKeys(): (key: string) => string {
  const counts = new Map<string, number>();
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? key : `${key}-${count}`;
  };
}
