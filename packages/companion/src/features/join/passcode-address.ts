/**
 * Returns the passcode of the link, or an empty text, and removes it from the address, so that it does not stay in the history or on
 * a screenshot.
 */
export function takePasscodeFromAddress(): string {
  const { hash, pathname, search } = window.location;
  if (hash.length < 2) return '';
  history.replaceState(history.state, '', pathname + search);
  return readPasscode(hash.slice(1));
}

/** Normalises a passcode that may be typed in any case, with spaces or dashes. */
export function readPasscode(text: string): string {
  let decoded = text;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    // An invalid percent-encoding is left as it is: the server refuses a wrong passcode.
  }
  return decoded.replaceAll(/[\s-]/g, '').toUpperCase().slice(0, 50);
}
