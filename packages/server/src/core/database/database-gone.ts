/** The query was not sent, because this server has lost its lock on the database and another server may have it. */
export class DatabaseGone extends Error {
  readonly code = '57P03';

  constructor() {
    super('The database is not held by this server now.');
  }
}

/** Error codes of the network and of PostgreSQL for a missing connection. */
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

/** Messages of the driver about a missing connection. These errors have no code. */
const goneMessages = /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect$/;

/** True when a query failed because PostgreSQL cannot be reached, not because of the query itself. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // The file of the Unix socket is missing while PostgreSQL is not running.
  if (code === 'ENOENT') return syscall === 'connect';
  return goneCodes.includes(code) || goneMessages.test(error.message);
}
