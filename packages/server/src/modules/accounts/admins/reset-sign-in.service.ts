import { resetSignIn } from '@fairwatch/contract';
import { clearAttemptsOf } from '../../../shared/attempts/attempts.store.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { deleteTwoFactor } from '../two-factor/two-factor.store.ts';
import { deletePasskeysOf } from '../accounts.store.ts';
import { refusalToActAs } from './account-rules.ts';
import { changeAccount } from './change-account.ts';

/** Removes two-factor sign-in and passkeys from another account, and ends its sessions. */
export function resetAccountSignIn(services: Services, { session, input }: Call<typeof resetSignIn>): Promise<null> {
  const attempt = { session, endpoint: resetSignIn, userId: input.userId, rule: refusalToActAs };
  return changeAccount(services, attempt, async ({ transaction, target }) => {
    const wasOn = await deleteTwoFactor(transaction, target.id);
    const passkeys = await deletePasskeysOf(transaction, target.id);
    // Earlier wrong codes must not block a new setup.
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
