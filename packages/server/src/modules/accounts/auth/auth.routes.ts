import { login, logout, register, resetPassword, sendPasswordCode, sendVerification } from '@fairwatch/contract';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { endSession } from '../../../shared/sessions/sessions.ts';
import { signInWithPassword } from './auth.service.ts';
import { sendCodeForPassword, setForgottenPassword } from './password-reset.service.ts';
import { registerAccount, sendRegistrationCode } from './registration.service.ts';

export function authRoutes(services: Services): Route[] {
  return [
    handle(login, ({ input, caller }) => signInWithPassword(services, input, caller)),
    handle(sendVerification, ({ input, caller }) => sendRegistrationCode(services, input, caller)),
    handle(register, ({ input, caller }) => registerAccount(services, input, caller)),
    handle(sendPasswordCode, ({ input, caller }) => sendCodeForPassword(services, input, caller)),
    handle(resetPassword, ({ input, caller }) => setForgottenPassword(services, input, caller)),
    handle(logout, async ({ session }) => {
      await endSession(services, session.tokenHash);
      return null;
    }),
  ];
}
