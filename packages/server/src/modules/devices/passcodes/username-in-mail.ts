/** A username without what a mail program would turn into a link; one from before the rule for usernames can be any text. */
export function usernameInMail(username: string): string {
  const words = username.replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, ' ').trim();
  return `"${words}"`;
}
