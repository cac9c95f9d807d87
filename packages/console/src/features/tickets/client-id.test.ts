import { addTicketMessage } from '@fairwatch/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { newClientId } from './client-id.ts';

afterEach(() => void vi.unstubAllGlobals());

it('makes ids that the server takes, also where browsers make none', () => {
  // Over plain http browsers leave `randomUUID` out.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 200 }, newClientId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const clientId of ids) {
    expect(addTicketMessage.input.safeParse({ ticketId: 1, clientId, text: 'Hello' }).success).toBe(true);
  }
});
