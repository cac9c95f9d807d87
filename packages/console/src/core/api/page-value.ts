/** What the server wrote into the page, in a `<meta>` element; empty where there is none. */
export function pageValue(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
