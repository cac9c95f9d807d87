/**
 * The `<meta>` elements by which the page tells a console what visitors who are not signed in may do: `sign-up` is "off" where
 * nobody makes an account by themselves; `mail` is "sent" where a mail server takes mails, and missing where they are written
 * to a folder that only the owner of the server reads. In a file of its own, because the sign-in page carries it.
 */
export const pageFactNames = { signUp: 'sign-up', mail: 'mail' } as const;
