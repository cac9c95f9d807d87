/** The time zone of the browser, for sharing hours that a preset proposes. Undefined leaves the server's own. */
export function ownTimeZone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || undefined;
}
