/** What the browser shows without running anything of it. A page or an SVG that an admin sent could hold a script. */
const shownTypes = /^(?:image\/(?!svg)|audio\/|video\/|application\/pdf$|text\/plain$)/;
const keptMs = 60_000;

export function canOpen(mimeType: string): boolean {
  return shownTypes.test(mimeType);
}

/** Hands a file to the browser, which asks where it goes or puts it into the downloads. */
export function saveFile(file: Blob, name: string): string {
  follow(file, { download: name });
  return `“${name}” is saved by your browser.`;
}

export function openInTab(file: Blob, mimeType: string): null {
  follow(new Blob([file], { type: mimeType }), { target: '_blank', rel: 'noopener' });
  return null;
}

function follow(file: Blob, attributes: Readonly<Record<string, string>>): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, ...attributes });
  link.click();
  // The browser reads it after this returns.
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
