/** The environment for PostgreSQL's programs, without PG* variables, which would change their behaviour. */
export function postgresEnvironment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };
}
