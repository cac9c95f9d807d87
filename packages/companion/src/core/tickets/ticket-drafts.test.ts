import { describe, expect, it } from 'vitest';
import { createDrafts } from '../storage/drafts.ts';
import { keepAsDraft, newTicketKey, replyKey } from './ticket-drafts.ts';

function setUp() {
  const stored = new Map<string, unknown>();
  return createDrafts({
    get: async (_: string, key: string) => stored.get(key),
    put: async (_: string, value: unknown, key: string) => void stored.set(key, value),
    delete: async (_: string, key: string) => void stored.delete(key),
  } as unknown as Parameters<typeof createDrafts>[0]);
}

const reply = { type: 'ticket-reply', clientId: 'x', ticketId: 7, text: 'Hello' } as const;
const words = { title: 'The tunnel', description: 'It closes', category: 'OTHER', priority: 'LOW' } as const;

describe('a refused text', () => {
  it('is a draft again', async () => {
    const drafts = setUp();
    await keepAsDraft(drafts, reply);
    await keepAsDraft(drafts, { type: 'ticket-open', clientId: 'y', ...words });
    expect(await drafts.load(replyKey(7))).toBe('Hello');
    expect(await drafts.load(newTicketKey)).toEqual(words);
  });

  it('does not replace what is written now', async () => {
    const drafts = setUp();
    drafts.save(replyKey(7), 'Good evening');
    drafts.save(newTicketKey, { ...words, title: 'Another' });
    await keepAsDraft(drafts, reply);
    await keepAsDraft(drafts, { type: 'ticket-open', clientId: 'y', ...words });
    expect(await drafts.load(replyKey(7))).toBe('Good evening');
    expect(await drafts.load(newTicketKey)).toMatchObject({ title: 'Another' });
  });

  it('of a ticket replaces an empty form', async () => {
    const drafts = setUp();
    drafts.save(newTicketKey, { ...words, title: '', description: '' });
    await keepAsDraft(drafts, { type: 'ticket-open', clientId: 'y', ...words });
    expect(await drafts.load(newTicketKey)).toEqual(words);
  });
});
