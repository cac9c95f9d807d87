import { useState } from 'react';

interface UnseenOptions {
  /** True when the reader is at the end of the conversation. */
  atEnd: boolean;
  messages: readonly { id: number | null }[];
  /** True when the newest messages are loaded. */
  complete: boolean;
  /** The id of the newest message, loaded or not; null while it is unknown. */
  newestId: number | null;
}

/** The number of messages since the reader was last at the end; `some` when they are not loaded. */
export function useUnseen({ atEnd, messages, complete, newestId }: UnseenOptions): number | 'some' {
  const end = complete ? (messages.at(-1)?.id ?? null) : newestId;
  // Messages that existed when the conversation was opened are not new.
  const [seen, setSeen] = useState(end);
  if ((atEnd || seen === null) && end !== null && seen !== end) setSeen(end);
  if (seen === null || seen === end) return 0;
  const place = messages.findIndex(({ id }) => id === seen);
  return complete && place >= 0 ? messages.length - 1 - place : 'some';
}
