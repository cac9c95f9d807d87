/**
 * The `<meta>` elements by which the page tells a console what visitors who are not signed in may do: `sign-up` is "off" where
 * registration is disabled; `mail` is "sent" where an SMTP server is configured, and missing where mails are written to a folder that
 * only the owner of the server reads. `first-calls` is JSON (`FirstCall[]`): the first API calls of the page, which are sent while its
 * code is still loading. `api-url` is the address of the server when the console is hosted elsewhere; the server itself never writes it.
 * This is a separate file so that the sign-in page loads as little as possible.
 */
export const pageFactNames = { signUp: 'sign-up', mail: 'mail', firstCalls: 'first-calls', apiUrl: 'api-url' } as const;

/** A call as it is sent: the path, and the body's exact text. */
export interface FirstCall {
  path: string;
  body: string;
  /** Waits for the answer to the first call, the profile, and is sent only for accounts of these roles: others are refused. */
  onlyFor?: readonly string[];
}
