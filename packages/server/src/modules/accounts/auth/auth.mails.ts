import { limits } from '@fairwatch/contract';
import type { MailMessage } from '../../../core/mail/mail-message.ts';
import { mailText, paragraphs } from '../../../shared/texts/mail-text.ts';

const count = limits.verification.lifetimeMs / 60_000;

const codeLines = (code: string) => [mailText('code.yours', { code }), mailText('code.holds', { count })] as const;

/** Sent to an address without an account: the code that proves ownership. */
export function registrationCodeMail(to: string, code: string): MailMessage {
  const text = paragraphs(mailText('registration.registers'), ...codeLines(code), mailText('registration.notYou'));
  return { to, subject: mailText('registration.subject'), text };
}

/** Sent to an address that has an account, so that only its owner learns about the account. */
export function knownAddressMail(to: string, username: string): MailMessage {
  const text = paragraphs(
    mailText('registration.tried'),
    mailText('registration.known', { username }),
    mailText('registration.nothing'),
    mailText('registration.notYou'),
  );
  return { to, subject: mailText('registration.knownSubject'), text };
}

/** Sent to the owner of an account who forgot the password. */
export function passwordCodeMail(to: string, code: string, username: string): MailMessage {
  const text = paragraphs(mailText('password.wants', { username }), ...codeLines(code), mailText('password.notYou'));
  return { to, subject: mailText('password.subject'), text };
}

/** Sent to an address without an account, so that only its owner learns that there is none. */
export function noAccountMail(to: string): MailMessage {
  const text = paragraphs(mailText('password.noneWants'), mailText('password.none'), mailText('password.noneNotYou'));
  return { to, subject: mailText('password.noneSubject'), text };
}

/** Sent to the owner after a password was set with a mailed code. */
export function passwordChangedMail(to: string, username: string): MailMessage {
  const text = paragraphs(
    mailText('password.changed', { username }),
    mailText('password.signedOut'),
    mailText('password.changedNotYou'),
  );
  return { to, subject: mailText('password.changedSubject'), text };
}
