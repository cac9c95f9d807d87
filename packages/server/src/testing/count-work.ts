import { createHook } from 'node:async_hooks';
import { Client } from 'pg';
import { vi } from 'vitest';

/** How many passwords are hashed while something runs in this process: counted, because a clock would lie under load. */
export async function countHashing(work: () => Promise<unknown>): Promise<number> {
  let amount = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ARGON2REQUEST') amount += 1;
    },
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return amount;
}

/** What an account's way in is made of; whatever else the server does at that moment is nobody's step. */
const tables = /"(attempt_limits|users|verifications|passkeys|passkey_challenges|two_factor|usual_addresses)"/;
/** Who is signed in is read once for many calls, so it is read or not, whatever the call is about. */
const readsSession = /from "sessions"/;

/** What is asked of the database about accounts while something runs, in its order. */
export async function recordSteps(work: () => Promise<unknown>): Promise<string[]> {
  const asked = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    const statements = asked.mock.calls.map(([query]) => statementOf(query));
    return statements.filter((statement) => tables.test(statement) && !readsSession.test(statement));
  } finally {
    asked.mockRestore();
  }
}

/** What was asked, whichever way. */
function statementOf(query: unknown): string {
  return String(typeof query === 'object' && query !== null && 'text' in query ? query.text : query);
}
