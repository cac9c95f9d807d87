import { Fragment } from 'react';

const urlPattern = /https?:\/\/[^\s<>"'`]+/giu;
/** Characters at the end of a URL that belong to the sentence. */
const trailingPunctuation = /[.,;:!?…*_~)\]}]$/u;
const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

export interface TextPiece {
  text: string;
  /** Null for plain text. */
  href: string | null;
}

/** True when the closing bracket at the end has its opening bracket inside the URL. */
function endsWithOwnBracket(link: string): boolean {
  const closing = link.at(-1) ?? '';
  const opener = openers[closing];
  return opener !== undefined && link.split(opener).length >= link.split(closing).length;
}

function trimPunctuation(match: string): string {
  let link = match;
  while (trailingPunctuation.test(link) && !endsWithOwnBracket(link)) link = link.slice(0, -1);
  return link;
}

/** Splits a text at its URLs. Only http and https URLs become links. */
export function splitLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(urlPattern)) {
    const link = trimPunctuation(match);
    if (!URL.canParse(link)) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), href: null });
    pieces.push({ text: link, href: new URL(link).href });
    end = index + link.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), href: null });
  return pieces;
}

/** A text with its URLs as links. Everything else stays plain text, never markup. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map(({ text: piece, href }, index) => {
    if (href === null) {
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no other identity
      return <Fragment key={index}>{piece}</Fragment>;
    }
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no other identity
      <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {piece}
      </a>
    );
  });
}
