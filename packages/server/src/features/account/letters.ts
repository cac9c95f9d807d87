import { limits } from '@fairwatch/contract';
import type { Letter } from '../../core/mail/letter.ts';

const minutes = limits.verification.lifetimeMs / 60_000;
const lines = (...texts: string[]) => `${texts.join('\n\n')}\n`;

/** To the new address: the code that proves it is theirs. */
export function newAddressLetter(to: string, code: string, username: string): Letter {
  const text = lines(
    `The Fairwatch account ${username} wants to use this email address from now on.`,
    `Your verification code: ${code}`,
    `It holds for ${minutes} minutes and can be used once. Nobody from Fairwatch will ever ask you for it.`,
    'If it was not you, you can ignore this mail: without the code nothing is changed.',
  );
  return { to, subject: 'Your Fairwatch verification code', text };
}

/** To an address that has an account already: only its owner learns that it has. */
export function takenAddressLetter(to: string, owner: string): Letter {
  const text = lines(
    'Somebody, hopefully you, wants to use this email address for a Fairwatch account.',
    `It already belongs to the account with the username ${owner}, and an address belongs to one account only.`,
    'No code was made, and nothing was changed.',
  );
  return { to, subject: 'This address already has a Fairwatch account', text };
}

/** To the old address. Where to is not said: whoever reads this may no longer be the owner. */
export function formerAddressLetter(to: string, username: string): Letter {
  const text = lines(
    `The email address of the Fairwatch account ${username} was changed. This was the address until now.`,
    'If it was not you, please ask the admin you report to at once: they can set a new password and sign everyone out.',
  );
  return { to, subject: 'The email address of your Fairwatch account was changed', text };
}
