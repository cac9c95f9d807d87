import { readPasscode } from '@fairwatch/device/core';

/** What the person was given: a link has both, a passcode alone has no server. */
export interface Invitation {
  /** Address of the server, such as `https://fairwatch.example.com`; null while it is not known. */
  serverUrl: string | null;
  passcode: string;
}

/** Reads a link such as `https://fairwatch.example.com/companion/join#CODE`, or a passcode. */
export function readInvitation(typed: string): Invitation {
  const text = typed.trim();
  if (!/^https?:\/\//i.test(text)) return { serverUrl: null, passcode: readPasscode(text) };
  if (!URL.canParse(text)) return { serverUrl: null, passcode: '' };
  const url = new URL(text);
  return { serverUrl: url.origin, passcode: readPasscode(url.hash.slice(1)) };
}

/** Reads the address of a server as the person typed it, with or without `https://`; null when it is none. */
export function readServerAddress(typed: string): string | null {
  const text = typed.trim();
  const whole = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole)) return null;
  const { protocol, username, password, origin } = new URL(whole);
  const isPlain = ['http:', 'https:'].includes(protocol) && username === '' && password === '';
  return isPlain ? origin : null;
}

/** Whether nobody on the way can read what is sent: it is encrypted, or does not leave this phone. */
export function isSafeAddress(serverUrl: string): boolean {
  const { protocol, hostname } = new URL(serverUrl);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
