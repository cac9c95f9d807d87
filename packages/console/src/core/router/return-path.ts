/** Accepts only paths of this console, so that a link cannot redirect to another site after signing in. */
export function safeReturnPath(value: unknown): string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : '/';
}

/** The search parameters with which the login page returns to a path; none for the start page. */
export function returnSearch(path: string): { redirect?: string } {
  return path === '/' ? {} : { redirect: path };
}
