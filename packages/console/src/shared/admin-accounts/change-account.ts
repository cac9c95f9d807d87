import type { Endpoint, InputOf } from '@fairwatch/contract';
import { call } from '../../core/api/client.ts';
import { refetchChanged } from '../changes/refetch-changed.ts';
import { toastPromise } from '../../core/toast/toast.tsx';

/** Calls an endpoint that changes an account, shows a toast, and refetches the lists of accounts. Resolves to false when the call failed. */
export async function changeAccount<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<boolean> {
  const succeeded = await toastPromise(call(endpoint, input)).then(
    () => true,
    () => false,
  );
  await Promise.all((['admins', 'users', 'profile'] as const).map((feature) => refetchChanged(feature)));
  return succeeded;
}
