/** What the log of a PostgreSQL that did not start says. */
export interface StartFailure {
  /** The last line that says why; null when none does. */
  reason: string | null;
  /** True when an earlier PostgreSQL was killed and its workers are still exiting: a later start succeeds. */
  orphansRemain: boolean;
}

/** The orphans themselves write into the same log, after the line of the one that did not start. */
const orphansPattern =
  /pre-existing shared memory|lock file "postmaster.pid" already exists|unexpected postmaster exit/;

export function readStartFailure(log: string): StartFailure {
  const lines = log.split('\n').filter((line) => line.includes('FATAL'));
  return { reason: lines.at(-1) ?? null, orphansRemain: lines.some((line) => orphansPattern.test(line)) };
}
