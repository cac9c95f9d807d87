/** Some browsers read the blob only some time after the click, so its URL stays valid this long. */
const revokeDelayMs = 60_000;

/** Starts a download of the browser. */
export function saveAs(url: string, fileName: string): void {
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
}

/** Saves a blob as a file, and releases its memory afterwards. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  saveAs(url, fileName);
  setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs);
}
