import { Fragment, type ReactNode } from 'react';

/** Allows line breaks in a name or an email address after `.`, `@` and `_`, instead of inside a word. */
export function breakable(text: string): ReactNode {
  const parts = text.split(/(?<=[.@_])/);
  if (parts.length === 1) return text;
  return parts.map((part, index) => (
    // The order of the parts never changes, so the index is a stable key.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
