import {
  addPasskey,
  passkeyList,
  passkeySignIn,
  removePasskey,
  startPasskey,
  startPasskeySignIn,
} from '@fairwatch/contract';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { createSignInChallenge, signInWithPasskey } from './passkey-sign-in.service.ts';
import { storePasskey, beginPasskey, deleteOwnPasskey } from './passkeys.service.ts';
import { listPasskeys } from './passkeys.store.ts';

export function passkeysRoutes(services: Services): Route[] {
  return [
    handle(startPasskeySignIn, (call) => createSignInChallenge(services, call)),
    handle(passkeySignIn, (call) => signInWithPasskey(services, call)),
    handle(passkeyList, ({ session }) => listPasskeys(services.db, session.userId)),
    handle(startPasskey, (call) => beginPasskey(services, call)),
    handle(addPasskey, (call) => storePasskey(services, call)),
    handle(removePasskey, (call) => deleteOwnPasskey(services, call)),
  ];
}
