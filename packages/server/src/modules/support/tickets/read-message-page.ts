import type { OutputOf, ParsedInputOf, ticketMessages } from '@fairwatch/contract';
import type { Database } from '../../../shared/schema/schema.ts';
import { listMessages } from './ticket-messages.store.ts';

/** Reads a page of a conversation, newest first, with cursors in both directions. */
export async function readMessagePage(
  db: Database,
  { ticketId, before, after, size }: ParsedInputOf<typeof ticketMessages>,
): Promise<OutputOf<typeof ticketMessages>> {
  const found = await listMessages(db, { ticketId, before, after, limit: size + 1 });
  const more = found.length > size;
  if (after !== undefined) {
    // One more than a page was read; in this direction the surplus message is the newest.
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
