import { Fragment } from 'react';

const address = /https?:\/\/[^\s<>"'`]+/giu;
/** What ends a sentence, not an address. */
const trailing = /[.,;:!?…*_~)\]}]$/u;
const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

export interface TextPiece {
  text: string;
  /** Where it leads; null for plain text. */
  href: string | null;
}

/** A bracket that the address opened itself belongs to it. */
function isOpened(link: string): boolean {
  const closing = link.at(-1) ?? '';
  const opener = openers[closing];
  return opener !== undefined && link.split(opener).length >= link.split(closing).length;
}

function trimmed(found: string): string {
  let link = found;
  while (trailing.test(link) && !isOpened(link)) link = link.slice(0, -1);
  return link;
}

/** Cuts a text at its web addresses. Nothing but http and https is ever a link. */
export function splitLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const link = trimmed(found);
    if (!URL.canParse(link)) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), href: null });
    pieces.push({ text: link, href: new URL(link).href });
    end = index + link.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), href: null });
  return pieces;
}

/** A text with its web addresses as links. Whatever else is in it is text, never markup. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map(({ text: words, href }, place) => {
    if (href === null) {
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no other identity
      return <Fragment key={place}>{words}</Fragment>;
    }
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no other identity
      <a key={place} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {words}
      </a>
    );
  });
}
