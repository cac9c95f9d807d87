import type { CSSProperties } from 'react';

/** Values for a style sheet, under names of its own. */
export function styleVars(values: Readonly<Record<`--${string}`, string | number>>): CSSProperties {
  return values as CSSProperties;
}
