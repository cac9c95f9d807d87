import { login, logout, register, resetPassword, sendPasswordCode, sendVerification } from '@fairwatch/contract';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { endSession } from '../../core/session/sessions.ts';
import { signIn } from './auth.service.ts';
import { sendCodeForPassword, setForgottenPassword } from './password-reset.service.ts';
import { registerAccount, sendCode } from './registration.service.ts';

export function authRoutes(services: Services): Route[] {
  return [
    handle(login, ({ input, caller }) => signIn(services, input, caller)),
    handle(sendVerification, ({ input, caller }) => sendCode(services, input, caller)),
    handle(register, ({ input, caller }) => registerAccount(services, input, caller)),
    handle(sendPasswordCode, ({ input, caller }) => sendCodeForPassword(services, input, caller)),
    handle(resetPassword, ({ input, caller }) => setForgottenPassword(services, input, caller)),
    handle(logout, async ({ session }) => {
      await endSession(services, session.tokenHash);
      return null;
    }),
  ];
}
