import { limits } from '@fairwatch/contract';
import type { MailMessage } from '../../../core/mail/mail-message.ts';

const minutes = limits.verification.lifetimeMs / 60_000;
const lines = (...texts: string[]) => `${texts.join('\n\n')}\n`;

/** Sent to a new address: the code that proves ownership. */
export function newAddressMail(to: string, code: string, username: string): MailMessage {
  const text = lines(
    `The Fairwatch account ${username} wants to use this email address from now on.`,
    `Your verification code: ${code}`,
    `It holds for ${minutes} minutes and can be used once. Nobody from Fairwatch will ever ask you for it.`,
    'If it was not you, you can ignore this mail: without the code nothing is changed.',
  );
  return { to, subject: 'Your Fairwatch verification code', text };
}

/** Sent to an address that already has an account, so that only its owner learns about the account. */
export function takenAddressMail(to: string, owner: string): MailMessage {
  const text = lines(
    'Somebody, hopefully you, wants to use this email address for a Fairwatch account.',
    `It already belongs to the account with the username ${owner}, and an address belongs to one account only.`,
    'No code was made, and nothing was changed.',
  );
  return { to, subject: 'This address already has a Fairwatch account', text };
}

/** Sent to the old address. The new address is not mentioned, because the reader may no longer be the owner. */
export function formerAddressMail(to: string, username: string): MailMessage {
  const text = lines(
    `The email address of the Fairwatch account ${username} was changed. This was the address until now.`,
    'If it was not you, please ask the admin you report to at once: they can set a new password and sign everyone out.',
  );
  return { to, subject: 'The email address of your Fairwatch account was changed', text };
}
