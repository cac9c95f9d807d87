import {
  askConsent,
  canAskFor,
  consentRequests,
  withdrawConsentRequest,
  type Capability,
  type ConsentRequest,
} from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { invalidate, query, useCall } from '../api/query.ts';
import { useNow } from '../components/use-now.ts';
import { useSession } from '../session/session-store.ts';
import { toastPromise } from '../toast/toast.tsx';

/** Where asking a device's person to share something stands. */
export interface Asking {
  /** The latest request; null when there was none. */
  request: ConsentRequest | null;
  /** The answer is there. */
  known: boolean;
  /** The person has been asked and has not decided. */
  open: boolean;
  /** From when on they may be asked again; null when they may be asked now. */
  notBefore: string | null;
  /** This admin may ask. */
  allowed: boolean;
  sending: boolean;
  ask: () => void;
  takeBack: () => void;
}

/** Follows and changes the request for one capability; the console's socket makes it read again when it is answered. */
export function useConsentRequest(deviceId: number, capability: Capability): Asking {
  const session = useSession();
  const now = useNow();
  const { data, isSuccess } = useQuery(query(consentRequests, { deviceId }));
  const asking = useCall(askConsent);
  const takingBack = useCall(withdrawConsentRequest);
  const request = data?.data.find((each) => each.capability === capability) ?? null;
  const notBefore = request?.notBefore ?? null;
  const run = async (sent: Promise<unknown>) => {
    await toastPromise(sent).catch(() => undefined);
    await invalidate(consentRequests, deviceId);
  };
  return {
    request,
    known: isSuccess,
    open: request !== null && request.answer === null,
    notBefore: notBefore !== null && new Date(notBefore) > now ? notBefore : null,
    allowed: canAskFor(session.isAuthenticated ? session : null, capability),
    sending: asking.isPending || takingBack.isPending,
    ask: () => void run(asking.mutateAsync({ deviceId, capability })),
    takeBack: () => void run(takingBack.mutateAsync({ deviceId, capability })),
  };
}
