/** What the server wrote into the page, in a `<meta>` element; empty where there is none, as while the build draws a page. */
export function pageValue(name: string): string {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
