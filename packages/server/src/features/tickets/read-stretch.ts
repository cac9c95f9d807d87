import type { OutputOf, ParsedInputOf, ticketMessages } from '@fairwatch/contract';
import type { Database } from '../../core/database/schema.ts';
import { listMessages } from '../../core/tickets/ticket-messages.store.ts';

/** A stretch of a conversation, newest first, and where to go on in both directions. */
export async function readStretch(
  db: Database,
  { ticketId, before, after, size }: ParsedInputOf<typeof ticketMessages>,
): Promise<OutputOf<typeof ticketMessages>> {
  const found = await listMessages(db, { ticketId, before, after, limit: size + 1 });
  const more = found.length > size;
  if (after !== undefined) {
    // The one too many is the newest.
    const messages = more ? found.slice(1) : found;
    return { messages, older: messages.at(-1)?.id ?? null, newer: more ? (messages[0]?.id ?? null) : null };
  }
  const messages = found.slice(0, size);
  return {
    messages,
    older: more ? (messages.at(-1)?.id ?? null) : null,
    newer: before === undefined ? null : (messages[0]?.id ?? null),
  };
}
