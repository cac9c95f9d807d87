/** A JSON value in the browser's storage. */
export interface StoredValue<Value> {
  read(): Value;
  write(value: Value): void;
}

/** A value in session storage: it survives a reload and is not shared with other tabs. `fits` rejects values of an older version. */
export function storedValue<Value>(
  key: string,
  initial: Value,
  fits: (value: unknown) => value is Value,
): StoredValue<Value> {
  return {
    read() {
      try {
        const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
        return fits(value) ? value : initial;
      } catch {
        return initial;
      }
    },
    write: (value) => sessionStorage.setItem(key, JSON.stringify(value)),
  };
}

/** Returns whether a value is an object whose named fields are all numbers. */
export function hasNumbers<Field extends string>(
  value: unknown,
  fields: readonly Field[],
): value is Record<Field, number> {
  if (typeof value !== 'object' || value === null) return false;
  return fields.every((field) => typeof (value as Record<string, unknown>)[field] === 'number');
}
