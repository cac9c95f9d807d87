import { t } from './files.texts.ts';

/** The types that the browser shows without running scripts. HTML or SVG from an admin could contain one. */
const shownTypes = /^(?:image\/(?!svg)|audio\/|video\/|application\/pdf$|text\/plain$)/;
const keptMs = 60_000;

export function canOpen(mimeType: string): boolean {
  return shownTypes.test(mimeType);
}

/** Lets the browser save a file. */
export function saveFile(file: Blob, name: string): string {
  follow(file, { download: name });
  return t('saved', { name });
}

export function openInTab(file: Blob, mimeType: string): null {
  follow(new Blob([file], { type: mimeType }), { target: '_blank', rel: 'noopener' });
  return null;
}

function follow(file: Blob, attributes: Readonly<Record<string, string>>): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, ...attributes });
  link.click();
  // Revoked later, since the browser reads the file after this function returns.
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
