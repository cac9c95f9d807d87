import { useState } from 'react';
import { keep, readKept } from './drafts.ts';

/** What is being written to a ticket, kept in the browser with each letter. */
export function useDraft(ticketId: number): [string, (text: string) => void] {
  const name = `draft:${ticketId}`;
  const [text, setText] = useState(() => readKept(name));
  const change = (next: string) => {
    keep(name, next);
    setText(next);
  };
  return [text, change];
}
