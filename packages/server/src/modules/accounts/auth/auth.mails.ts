import { limits } from '@fairwatch/contract';
import type { MailMessage } from '../../../core/mail/mail-message.ts';

const minutes = limits.verification.lifetimeMs / 60_000;
const notYou = 'If it was not you, you can ignore this mail: without it nobody gets any further.';

/** Sent to an address without an account: the code that proves ownership. */
export function registrationCodeMail(to: string, code: string): MailMessage {
  const text = [
    'Somebody, hopefully you, is registering at Fairwatch with this email address.',
    `Your verification code: ${code}`,
    `It holds for ${minutes} minutes and can be used once. Nobody from Fairwatch will ever ask you for it.`,
    notYou,
  ];
  return { to, subject: 'Your Fairwatch verification code', text: `${text.join('\n\n')}\n` };
}

/** Sent to an address that has an account, so that only its owner learns about the account. */
export function knownAddressMail(to: string, username: string): MailMessage {
  const text = [
    'Somebody, hopefully you, tried to register at Fairwatch with this email address.',
    `It already has an account, with the username ${username}. Please sign in with it.`,
    'No code was made, and nothing was changed.',
    notYou,
  ];
  return { to, subject: 'You already have a Fairwatch account', text: `${text.join('\n\n')}\n` };
}

const lines = (...texts: string[]) => `${texts.join('\n\n')}\n`;

/** Sent to the owner of an account who forgot the password. */
export function passwordCodeMail(to: string, code: string, username: string): MailMessage {
  const text = lines(
    `Somebody, hopefully you, wants a new password for the Fairwatch account ${username}.`,
    `Your verification code: ${code}`,
    `It holds for ${minutes} minutes and can be used once. Nobody from Fairwatch will ever ask you for it.`,
    'If it was not you, you can ignore this mail: without the code nothing is changed.',
  );
  return { to, subject: 'Your code for a new Fairwatch password', text };
}

/** Sent to an address without an account, so that only its owner learns that there is none. */
export function noAccountMail(to: string): MailMessage {
  const text = lines(
    'Somebody, hopefully you, wants a new password for a Fairwatch account with this email address.',
    'There is no account with it. You may have used another address; the admin you report to can tell you which.',
    'If it was not you, you can ignore this mail.',
  );
  return { to, subject: 'No Fairwatch account has this address', text };
}

/** Sent to the owner after a password was set with a mailed code. */
export function passwordChangedMail(to: string, username: string): MailMessage {
  const text = lines(
    `The password of the Fairwatch account ${username} was changed with a code that was mailed to this address.`,
    'Every session was signed out. Passkeys and two-factor sign-in are as they were.',
    'If it was not you, somebody can read your mail: please secure your mailbox, then tell the admin you report to at once.',
  );
  return { to, subject: 'The password of your Fairwatch account was changed', text };
}
