import {
  acknowledgeSignInAlerts,
  changeEmail,
  changePassword,
  chooseLanguage,
  confirmTwoFactor,
  endOtherSessions,
  endOwnSession,
  ownSessions,
  removePicture,
  removeTwoFactor,
  renameSelf,
  renewRecoveryCodes,
  sendEmailCode,
  startTwoFactor,
  twoFactor,
  uploadPicture,
} from '@fairwatch/contract';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { endSessionsOf } from '../../../shared/sessions/sessions.ts';
import { deleteSignInAlerts } from '../sign-in-alerts.store.ts';
import { endSessionById, setOwnPassword, removeOwnPicture, setOwnPicture } from './account.service.ts';
import { listSessions, updateLanguage } from './account.store.ts';
import { renameOwn, sendNewAddressCode, setOwnEmail } from './identity.service.ts';
import {
  beginTwoFactor,
  turnOnTwoFactor,
  readTwoFactorState,
  issueRecoveryCodes,
  turnOffTwoFactor,
} from './two-factor.service.ts';

/** The calls about one's own account. None takes an account id: the session decides. */
export function accountRoutes(services: Services): Route[] {
  return [
    handle(renameSelf, (call) => renameOwn(services, call)),
    handle(chooseLanguage, async ({ session, input: { language } }) => {
      await updateLanguage(services.db, session.userId, language);
      // The account's other tabs change their language, too.
      services.bus.publish('changed', { feature: 'profile', deviceId: null, userId: session.userId });
      return { language };
    }),
    handle(sendEmailCode, (call) => sendNewAddressCode(services, call)),
    handle(changeEmail, (call) => setOwnEmail(services, call)),
    handle(changePassword, ({ session, input }) => setOwnPassword(services, session, input)),
    handle(ownSessions, ({ session }) => listSessions(services.db, session)),
    handle(endOwnSession, ({ session, input }) => endSessionById(services, session, input.id)),
    handle(endOtherSessions, async ({ session }) => ({
      endedSessions: await endSessionsOf(services, session.userId, { except: session.tokenHash }),
    })),
    handle(uploadPicture, ({ session, input }) => setOwnPicture(services, session, input.image)),
    handle(removePicture, ({ session }) => removeOwnPicture(services, session)),
    handle(twoFactor, ({ session }) => readTwoFactorState(services, session)),
    handle(startTwoFactor, ({ session, input }) => beginTwoFactor(services, session, input.password)),
    handle(confirmTwoFactor, ({ session, input }) => turnOnTwoFactor(services, session, input.code)),
    handle(renewRecoveryCodes, (call) => issueRecoveryCodes(services, call)),
    handle(removeTwoFactor, (call) => turnOffTwoFactor(services, call)),
    handle(acknowledgeSignInAlerts, async ({ session, input }) => {
      await deleteSignInAlerts(services.db, session.userId, input.ids);
      // The account's other tabs hide the alert, too.
      services.bus.publish('changed', { feature: 'profile', deviceId: null, userId: session.userId });
      return null;
    }),
  ];
}
