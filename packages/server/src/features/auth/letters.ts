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
