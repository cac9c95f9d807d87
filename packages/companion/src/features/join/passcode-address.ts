/**
 * The passcode that a link carried, or nothing. It is taken out of the address, so that it does not stay in the history or on a
 * screenshot.
 */
export function takePasscodeFromAddress(): string {
  const { hash, pathname, search } = window.location;
  if (hash.length < 2) return '';
  history.replaceState(history.state, '', pathname + search);
  return readPasscode(hash.slice(1));
}

/** As somebody types it: in any case, with spaces or dashes. */
export function readPasscode(text: string): string {
  let decoded = text;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    // A percent sign that means nothing is no reason to fail: the server refuses what is no passcode.
  }
  return decoded.replaceAll(/[\s-]/g, '').toUpperCase().slice(0, 50);
}
