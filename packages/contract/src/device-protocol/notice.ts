import { capabilities, capabilityNames } from './capabilities.ts';

/** Raise it whenever the words below or those of a capability change: consent is given to a version. */
export const noticeVersion = 1;
export const noticeLanguage = 'en';

const introduction =
  'This device will be supervised by the admin who gave you the passcode. Nothing is shared until you switch it on. ' +
  'You can see who looked at what and when, change your choices, pause or leave at any time.';

/** The whole notice as the person reads it before joining. */
export const noticeText = [
  introduction,
  ...capabilityNames.map((name) => `${capabilities[name].title}: ${capabilities[name].shares}`),
].join('\n');

/** Names the exact words a person agreed to. */
export async function noticeHash(): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(noticeText));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
