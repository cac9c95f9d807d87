import { pageFacts } from './page-facts.ts';

/** Nobody is promised a mail that this server does not send: its texts have a second wording. */
export function mailWords<Key extends string>(key: Key): Key | `${Key}WithoutMail` {
  return pageFacts().sendsMail ? key : `${key}WithoutMail`;
}
