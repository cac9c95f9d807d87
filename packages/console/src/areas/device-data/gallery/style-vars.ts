import type { CSSProperties } from 'react';

/** CSS custom properties as a React style, whose type does not allow them. */
export function styleVars(values: Readonly<Record<`--${string}`, string | number>>): CSSProperties {
  return values as CSSProperties;
}
