import { Fragment } from 'react';

/** Splits a text at every match, ignoring case. Odd indexes are the matches. */
export function splitBy(text: string, search: string): string[] {
  if (search === '') return [text];
  const literal = search.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return text.split(new RegExp(`(${literal})`, 'giu'));
}

/** A text with its matches marked. Always plain text: no markup, no links. */
export function Highlight({ text, search }: { text: string; search: string }) {
  return splitBy(text, search).map((piece, index) => {
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no other identity
    return <Fragment key={index}>{index % 2 === 1 ? <mark>{piece}</mark> : piece}</Fragment>;
  });
}
