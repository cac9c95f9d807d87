import { Fragment, type ReactNode } from 'react';

/** A name or address that breaks after its dots and signs where it does not fit, not amid a word. */
export function breakable(text: string): ReactNode {
  const parts = text.split(/(?<=[.@_])/);
  if (parts.length === 1) return text;
  return parts.map((part, place) => (
    // The parts of one text never change places.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
