import {
  acknowledgeSignInAlerts,
  changeEmail,
  changePassword,
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
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { endSessionsOf } from '../../core/session/sessions.ts';
import { deleteSignInAlerts } from '../../core/session/sign-in-alerts.store.ts';
import { endOne, setOwnPassword } from './account.service.ts';
import { listSessions } from './account.store.ts';
import { renameOwn, sendNewAddressCode, setOwnEmail } from './identity.service.ts';
import { dropPicture, setPicture } from './picture.service.ts';
import { begin, confirm, readState, renewCodes, turnOff } from './two-factor.service.ts';

/** What somebody does with their own account. None of these takes whose: it is the session's. */
export function accountRoutes(services: Services): Route[] {
  return [
    handle(renameSelf, (call) => renameOwn(services, call)),
    handle(sendEmailCode, (call) => sendNewAddressCode(services, call)),
    handle(changeEmail, (call) => setOwnEmail(services, call)),
    handle(changePassword, ({ session, input }) => setOwnPassword(services, session, input)),
    handle(ownSessions, ({ session }) => listSessions(services.db, session)),
    handle(endOwnSession, ({ session, input }) => endOne(services, session, input.id)),
    handle(endOtherSessions, async ({ session }) => ({
      endedSessions: await endSessionsOf(services, session.userId, { except: session.tokenHash }),
    })),
    handle(uploadPicture, ({ session, input }) => setPicture(services, session, input.image)),
    handle(removePicture, ({ session }) => dropPicture(services, session)),
    handle(twoFactor, ({ session }) => readState(services, session)),
    handle(startTwoFactor, ({ session, input }) => begin(services, session, input.password)),
    handle(confirmTwoFactor, ({ session, input }) => confirm(services, session, input.code)),
    handle(renewRecoveryCodes, (call) => renewCodes(services, call)),
    handle(removeTwoFactor, (call) => turnOff(services, call)),
    handle(acknowledgeSignInAlerts, async ({ session, input }) => {
      await deleteSignInAlerts(services.db, session.userId, input.ids);
      // Other windows of the account put it away, too.
      services.bus.publish('changed', { feature: 'profile', deviceId: null, userId: session.userId });
      return null;
    }),
  ];
}
