import { addTicketMessage } from '@fairwatch/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { createClientId } from './client-id.ts';

afterEach(() => void vi.unstubAllGlobals());

it('creates ids that the server accepts, also without crypto.randomUUID', () => {
  // Browsers omit `randomUUID` on pages without HTTPS.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 200 }, createClientId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const clientId of ids) {
    expect(addTicketMessage.input.safeParse({ ticketId: 1, clientId, text: 'Hello' }).success).toBe(true);
  }
});
