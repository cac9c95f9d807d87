/** Some browsers read the bytes only a while after they were asked to save them. */
const readWithinMs = 60_000;

/** Leaves it to the browser to save what lies at an address. */
export function saveAs(address: string, fileName: string): void {
  Object.assign(document.createElement('a'), { href: address, download: fileName }).click();
}

/** The same for what the page holds itself; its memory is given back. */
export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  saveAs(address, fileName);
  setTimeout(() => URL.revokeObjectURL(address), readWithinMs);
}
