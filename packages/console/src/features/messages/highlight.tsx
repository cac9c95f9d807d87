import { Fragment } from 'react';
import classes from './highlight.module.css';

/** Cuts a text at every place where the searched words stand; the odd pieces are what was found. */
export function splitBy(text: string, search: string): string[] {
  if (search === '') return [text];
  const literal = search.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return text.split(new RegExp(`(${literal})`, 'giu'));
}

/** A text with what was searched for marked in it. Nothing in it is taken for markup or a link. */
export function Highlight({ text, search }: { text: string; search: string }) {
  return splitBy(text, search).map((piece, place) => {
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no other identity
    return <Fragment key={place}>{place % 2 === 1 ? <mark className={classes.mark}>{piece}</mark> : piece}</Fragment>;
  });
}
