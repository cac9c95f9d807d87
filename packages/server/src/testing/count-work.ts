import { createHook } from 'node:async_hooks';

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
