import {
  addPasskey,
  passkeyList,
  passkeySignIn,
  removePasskey,
  startPasskey,
  startPasskeySignIn,
} from '@fairwatch/contract';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { ask, signIn } from './passkey-sign-in.service.ts';
import { add, begin, remove } from './passkeys.service.ts';
import { listPasskeys } from './passkeys.store.ts';

export function passkeysRoutes(services: Services): Route[] {
  return [
    handle(startPasskeySignIn, (call) => ask(services, call)),
    handle(passkeySignIn, (call) => signIn(services, call)),
    handle(passkeyList, ({ session }) => listPasskeys(services.db, session.userId)),
    handle(startPasskey, (call) => begin(services, call)),
    handle(addPasskey, (call) => add(services, call)),
    handle(removePasskey, (call) => remove(services, call)),
  ];
}
