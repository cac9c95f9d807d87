import {
  askConsent,
  canAskFor,
  consentRequests,
  withdrawConsentRequest,
  type Capability,
  type ConsentRequest,
} from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { invalidate, query, useCall } from '../../../core/api/query.ts';
import { useNow } from '../../../core/components/time/use-now.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';

/** The state of the request for one capability. */
export interface ConsentRequestState {
  /** The latest request; null when there was none. */
  request: ConsentRequest | null;
  /** True once the request is loaded. */
  known: boolean;
  /** True while the person has not decided. */
  open: boolean;
  /** The time from which the person may be asked again; null when they may be asked now. */
  notBefore: string | null;
  /** True when this admin may ask. */
  allowed: boolean;
  sending: boolean;
  ask: () => void;
  takeBack: () => void;
}

/** Loads and changes the request for one capability. The console's socket triggers a refetch when it is answered. */
export function useConsentRequest(deviceId: number, capability: Capability): ConsentRequestState {
  const session = useAdminSession();
  const now = useNow();
  const { data, isSuccess } = useQuery(query(consentRequests, { deviceId }));
  const question = useCall(askConsent);
  const withdrawal = useCall(withdrawConsentRequest);
  const request = data?.data.find((each) => each.capability === capability) ?? null;
  const notBefore = request?.notBefore ?? null;
  const run = async (request: Promise<unknown>) => {
    await toastPromise(request).catch(() => undefined);
    await invalidate(consentRequests, deviceId);
  };
  return {
    request,
    known: isSuccess,
    open: request !== null && request.answer === null,
    notBefore: notBefore !== null && new Date(notBefore) > now ? notBefore : null,
    allowed: canAskFor(session.isAuthenticated ? session : null, capability),
    sending: question.isPending || withdrawal.isPending,
    ask: () => void run(question.mutateAsync({ deviceId, capability })),
    takeBack: () => void run(withdrawal.mutateAsync({ deviceId, capability })),
  };
}
