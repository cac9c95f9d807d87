/** Another server may have the database now: nothing is asked of it before it is ours again. */
export class DatabaseGone extends Error {
  readonly code = '57P03';

  constructor() {
    super('The database is not held by this server now.');
  }
}

/** Codes by which the network or PostgreSQL says that there is no connection now. */
const goneCodes: readonly unknown[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '08003',
  '08006',
  '57P01',
  '57P02',
  '57P03',
];

/** What the driver says in its own words, without a code. */
const goneWords = /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect$/;

/** Whether a query failed because PostgreSQL cannot be reached, rather than because of the query. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // The socket's file is missing while PostgreSQL does not run.
  if (code === 'ENOENT') return syscall === 'connect';
  return goneCodes.includes(code) || goneWords.test(error.message);
}
