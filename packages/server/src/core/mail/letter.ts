/** A mail to one person. Its text may carry a code: it is never logged. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** How mail leaves the server. */
export interface Mail {
  /** Resolves when the letter is on its way: written to the outbox, or taken by the mail server. */
  send(letter: Letter): Promise<void>;
}
