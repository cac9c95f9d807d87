/**
 * The `<meta>` elements by which the page tells a console what visitors who are not signed in may do: `sign-up` is "off" where
 * nobody makes an account by themselves; `mail` is "sent" where a mail server takes mails, and missing where they are written
 * to a folder that only the owner of the server reads. `first-calls` is JSON (`FirstCall[]`): the calls that the page will make
 * first, which are sent while its code is still on the way. `api-url` is the address of the server where that is not the host of
 * the page; no server writes it, only whoever puts the console on another host. It is a separate file so that the sign-in page loads as little as
 * possible.
 */
export const pageFactNames = { signUp: 'sign-up', mail: 'mail', firstCalls: 'first-calls', apiUrl: 'api-url' } as const;

/** A call as it is sent: the path, and the body's exact text. */
export interface FirstCall {
  path: string;
  body: string;
  /** Waits for the answer to the first call, the profile, and is sent only for accounts of these roles: others are refused. */
  onlyFor?: readonly string[];
}
