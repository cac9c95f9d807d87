/** Our own words for maps with the layers of the Protomaps basemap, which are made from OpenStreetMap. Its licence demands them. */
const openStreetMap =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener noreferrer">© OpenStreetMap contributors</a>';

const maxLength = 1000;

/**
 * Returns the attribution of a map as HTML for the map's control. It comes from a file that another host sent, so only its text and
 * its links to web pages are kept. `isOpenStreetMap` adds our own words when the file names nobody of that project.
 */
export function attributionHtml(metadata: unknown, { isOpenStreetMap }: { isOpenStreetMap: boolean }): string {
  const { attribution } = (metadata ?? {}) as { attribution?: unknown };
  const given = typeof attribution === 'string' ? attribution.slice(0, maxLength) : '';
  const parsed = new DOMParser().parseFromString(given, 'text/html').body;
  const isNamed = /openstreetmap/i.test(parsed.textContent);
  const kept = htmlOf(parsed).trim();
  return [kept, ...(isOpenStreetMap && !isNamed ? [openStreetMap] : [])].filter((part) => part !== '').join(' ');
}

function htmlOf(parent: Element): string {
  return [...parent.childNodes].map(nodeHtml).join('');
}

function nodeHtml(node: Node): string {
  if (node instanceof Text) return escaped(node.data);
  // What is in a script or a style is no text for readers.
  if (!(node instanceof HTMLElement) || /^(?:script|style|template|noscript)$/i.test(node.tagName)) return '';
  const href = node instanceof HTMLAnchorElement ? webAddress(node.getAttribute('href')) : null;
  // A link in a link, and markup in one, is no more than its text.
  if (href !== null) {
    return `<a href="${escaped(href)}" target="_blank" rel="noopener noreferrer">${escaped(node.textContent)}</a>`;
  }
  return htmlOf(node);
}

function webAddress(text: string | null): string | null {
  const url = URL.parse(text ?? '');
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
