import { limits } from '@fairwatch/contract';
import type { Letter } from '../../core/mail/letter.ts';

const minutes = limits.verification.lifetimeMs / 60_000;
const notYou = 'If it was not you, you can ignore this mail: without it nobody gets any further.';

/** To an address without account: the code that proves it is theirs. */
export function codeLetter(to: string, code: string): Letter {
  const text = [
    'Somebody, hopefully you, is registering at Fairwatch with this email address.',
    `Your verification code: ${code}`,
    `It holds for ${minutes} minutes and can be used once. Nobody from Fairwatch will ever ask you for it.`,
    notYou,
  ];
  return { to, subject: 'Your Fairwatch verification code', text: `${text.join('\n\n')}\n` };
}

/** To an address that has an account: only its owner learns that it has. */
export function knownLetter(to: string, username: string): Letter {
  const text = [
    'Somebody, hopefully you, tried to register at Fairwatch with this email address.',
    `It already has an account, with the username ${username}. Please sign in with it.`,
    'No code was made, and nothing was changed.',
    notYou,
  ];
  return { to, subject: 'You already have a Fairwatch account', text: `${text.join('\n\n')}\n` };
}

const lines = (...texts: string[]) => `${texts.join('\n\n')}\n`;

/** To the owner of an account who forgot its password. */
export function passwordCodeLetter(to: string, code: string, username: string): Letter {
  const text = lines(
    `Somebody, hopefully you, wants a new password for the Fairwatch account ${username}.`,
    `Your verification code: ${code}`,
    `It holds for ${minutes} minutes and can be used once. Nobody from Fairwatch will ever ask you for it.`,
    'If it was not you, you can ignore this mail: without the code nothing is changed.',
  );
  return { to, subject: 'Your code for a new Fairwatch password', text };
}

/** To an address without account: only its owner learns that it has none. */
export function noAccountLetter(to: string): Letter {
  const text = lines(
    'Somebody, hopefully you, wants a new password for a Fairwatch account with this email address.',
    'There is no account with it. You may have used another address; the admin you report to can tell you which.',
    'If it was not you, you can ignore this mail.',
  );
  return { to, subject: 'No Fairwatch account has this address', text };
}

/** To the owner, after a new password was set by a mailed code. */
export function passwordChangedLetter(to: string, username: string): Letter {
  const text = lines(
    `The password of the Fairwatch account ${username} was changed with a code that was mailed to this address.`,
    'Every session was signed out. Passkeys and two-factor sign-in are as they were.',
    'If it was not you, somebody can read your mail: please secure your mailbox, then tell the admin you report to at once.',
  );
  return { to, subject: 'The password of your Fairwatch account was changed', text };
}
