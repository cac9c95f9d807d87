import { readPasscode } from '@fairwatch/device/core';

/** Returns the passcode of the link, or an empty text. */
export function passcodeOfAddress(): string {
  return readPasscode(window.location.hash.slice(1));
}

/** Removes the passcode from the address, so that it does not stay in the history or on a screenshot. */
export function removePasscodeFromAddress(): void {
  const { hash, pathname, search } = window.location;
  if (hash.length > 1) history.replaceState(history.state, '', pathname + search);
}
