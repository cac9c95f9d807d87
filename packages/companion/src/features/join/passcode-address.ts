import { readPasscode } from '@fairwatch/device/core';

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
