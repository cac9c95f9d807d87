import { resetSignIn } from '@fairwatch/contract';
import { clearAttemptsOf } from '../../core/attempts.store.ts';
import type { Call } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { deleteTwoFactor } from '../../core/session/two-factor/two-factor.store.ts';
import { takePasskeys } from './accounts.store.ts';
import { refusalToActAs } from './authority.ts';
import { changeAccount } from './change-account.ts';

/** Takes two-factor sign-in and passkeys from another account. Whoever came in with them is out. */
export function reset(services: Services, { session, input }: Call<typeof resetSignIn>): Promise<null> {
  const attempt = { session, endpoint: resetSignIn, userId: input.userId, rule: refusalToActAs };
  return changeAccount(services, attempt, async ({ transaction, target }) => {
    const wasOn = await deleteTwoFactor(transaction, target.id);
    const passkeys = await takePasskeys(transaction, target.id);
    // Wrong codes from before must not keep out who sets it up anew.
    await clearAttemptsOf(transaction, { kind: 'second-factor', of: String(target.id) });
    if (!wasOn && passkeys.length === 0) return { answer: null };
    return {
      answer: null,
      endsSessions: true,
      signInChange: 'SIGN_IN_RESET' as const,
      entry: {
        action: 'RESET_SIGN_IN' as const,
        before: { twoFactor: wasOn ? 'on' : 'off', passkeys },
        after: { twoFactor: 'off', passkeys: [], sessions: 'ended' },
      },
    };
  });
}
