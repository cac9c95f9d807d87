import { useState } from 'react';

interface Watched {
  /** The reader is at the end of the thread. */
  atEnd: boolean;
  messages: readonly { id: number | null }[];
  /** The newest messages are among them. */
  complete: boolean;
  /** The newest message there is, loaded or not; null while unknown. */
  newestId: number | null;
}

/** How many messages have come since the reader was last at the end; `some` when they are not loaded. */
export function useUnseen({ atEnd, messages, complete, newestId }: Watched): number | 'some' {
  const end = complete ? (messages.at(-1)?.id ?? null) : newestId;
  // What was there when the conversation was opened is not new.
  const [seen, setSeen] = useState(end);
  if ((atEnd || seen === null) && end !== null && seen !== end) setSeen(end);
  if (seen === null || seen === end) return 0;
  const place = messages.findIndex(({ id }) => id === seen);
  return complete && place >= 0 ? messages.length - 1 - place : 'some';
}
