/** A mail to one address. Its text may contain a secret code, so it is never logged. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  /** The same as HTML, for mail programs that show it. */
  html?: string;
}

/** Sends mail. */
export interface Mail {
  /** Resolves once the mail is written to the outbox or accepted by the mail server. Rejects with `mail_not_sent`. */
  send(message: MailMessage): Promise<void>;
}
