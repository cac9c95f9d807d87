import type { Endpoint, InputOf } from '@fairwatch/contract';
import { call } from '../api/client.ts';
import { readAgain } from '../socket/read-again.ts';
import { toastPromise } from '../toast/toast.tsx';

/** Makes a call that changes an account, says how it went, and reads again what shows it. False when it was refused. */
export async function changeAccount<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<boolean> {
  const done = await toastPromise(call(endpoint, input)).then(
    () => true,
    () => false,
  );
  await Promise.all(['admins', 'users', 'profile'].map((feature) => readAgain(feature)));
  return done;
}
