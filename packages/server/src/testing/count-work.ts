import { createHook } from 'node:async_hooks';
import { Client } from 'pg';
import { vi } from 'vitest';

/** Counts the password hashes during a task. Counting is reliable under load, unlike measuring the time. */
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

/** The tables that a sign-in uses. Statements about other tables are ignored. */
const tables = /"(attempt_limits|users|verifications|passkeys|passkey_challenges|two_factor|usual_addresses)"/;
/** Reads of sessions are cached, so whether one occurs does not depend on the call. */
const readsSession = /from "sessions"/;

/** Records the statements about accounts during a task, in order. */
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

/** Counts the statements during a task whose text matches. */
export async function countStatements(matching: RegExp, work: () => Promise<unknown>): Promise<number> {
  const asked = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    return asked.mock.calls.filter(([query]) => matching.test(statementOf(query))).length;
  } finally {
    asked.mockRestore();
  }
}

/** The SQL text of a query in any form of the driver's API. */
function statementOf(query: unknown): string {
  return String(typeof query === 'object' && query !== null && 'text' in query ? query.text : query);
}
