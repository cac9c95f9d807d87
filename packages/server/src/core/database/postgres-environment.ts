/** What PostgreSQL's programs see of the environment: none of the PG* variables, which would change their meaning. */
export function postgresEnvironment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };
}
