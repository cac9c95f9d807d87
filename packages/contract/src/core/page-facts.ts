/**
 * The `<meta>` elements by which the page tells a console what visitors who are not signed in may do: `sign-up` is "off" where
 * nobody makes an account by themselves; `mail` is "sent" where a mail server takes mails, and missing where they are written
 * to a folder that only the owner of the server reads. It is a separate file so that the sign-in page loads as little as possible.
 */
export const pageFactNames = { signUp: 'sign-up', mail: 'mail' } as const;
