import { pageFactNames } from '@fairwatch/contract';

/** Facts about this server for visitors who are not signed in. The server writes them into the HTML, so they need no request. */
export function pageFacts(): { signUp: boolean; sendsMail: boolean } {
  return { signUp: pageValue(pageFactNames.signUp) !== 'off', sendsMail: pageValue(pageFactNames.mail) === 'sent' };
}

/** Reads a `<meta>` element that the server wrote into the page. Empty when there is none, as while the build prerenders. */
export function pageValue(name: string): string {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

/** The key of a text that mentions mail; its variant `…WithoutMail` when this server sends no mail. */
export function mailWords<Key extends string>(key: Key): Key | `${Key}WithoutMail` {
  return pageFacts().sendsMail ? key : `${key}WithoutMail`;
}
