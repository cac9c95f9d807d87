/** Codes by which the network or PostgreSQL says that there is no connection now. */
const goneCodes: readonly unknown[] = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'];

/** Whether a query failed because PostgreSQL cannot be reached, rather than because of the query. */
export function isDatabaseGone(error: Error): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  // The socket's file is missing while PostgreSQL does not run.
  if (code === 'ENOENT') return syscall === 'connect';
  return goneCodes.includes(code) || error.message.startsWith('Connection terminated');
}
