/** Only paths of this console: a link must not be able to send someone elsewhere after signing in. */
export function safeReturnPath(value: unknown): string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : '/';
}

/** What the login page remembers of where the visitor wanted to go; nothing when it is the start page anyway. */
export function returnSearch(path: string): { redirect?: string } {
  return path === '/' ? {} : { redirect: path };
}
