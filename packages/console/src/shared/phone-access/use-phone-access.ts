import { loadPhoneAccess, loadPhoneMachine, type OutputOf } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../core/api/query.ts';
import { useCan } from '../../core/components/can.tsx';
import { textsHook } from '../../core/i18n/use-translation.ts';
import { serverOrigin } from '../companion/companion-address.ts';
import texts from './phone-access.texts.json';
import { factsOf, type PhoneFacts } from './phone-facts.ts';

export const usePhoneTexts = textsHook('phone-access', texts);

/** What the server's machine says about itself; null for admins who do not run it. */
export type PhoneMachine = OutputOf<typeof loadPhoneMachine> | null;

interface PhoneState {
  facts: PhoneFacts | null;
  machine: PhoneMachine;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

/** Loads what is known about the way of phones to the server. */
export function usePhoneAccess(): PhoneState {
  const { data, error, refetch } = useQuery(query(loadPhoneAccess, {}));
  const mayRun = useCan(loadPhoneMachine);
  const machine = useQuery({ ...query(loadPhoneMachine, {}), enabled: mayRun });
  return {
    facts: data === undefined ? null : factsOf(data.data, serverOrigin()),
    machine: machine.data?.data ?? null,
    error: data === undefined ? error : null,
    refetch,
  };
}
