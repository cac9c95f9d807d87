import { approvalList, capabilities, withdrawApproval, type Approval } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { invalidate, query, useCall } from '../../core/api/query.ts';
import { clockText } from '../../core/components/time/moment-text.ts';
import { useNow } from '../../core/components/time/use-now.ts';
import { addTexts, currentLanguage } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { toastPromise } from '../../core/toast/toast.tsx';
import { findOwnRequest, wakeWaitingCommands } from './approval-wait.ts';
import texts from './second-admin.texts.json';

addTexts('second-admin', texts);

type Use = Pick<Approval, 'deviceId' | 'capability' | 'action'>;

/** The newest own request for a use; null without one, or while it is loading. */
export function useOwnRequest(use: Use | null): Approval | null {
  const { data } = useQuery(query(approvalList, {}));
  const now = useNow();
  const own = use === null ? undefined : findOwnRequest(data?.data ?? [], use);
  if (own === undefined) return null;
  const hasEnded = own.state === 'PENDING' && new Date(own.expiresAt) <= now;
  return hasEnded ? { ...own, state: 'EXPIRED' } : own;
}

/** Says whom a pending request waits for and until when, in the browser's time zone, and takes it back. */
export function useWaitingRequest({ id, capability, action, waitsFor, expiresAt }: Approval) {
  const { t } = useTranslation('second-admin');
  const { mutateAsync, isPending } = useCall(withdrawApproval);
  const language = currentLanguage();
  const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(waitsFor);
  const withdraw = async () => {
    await toastPromise(mutateAsync({ id }), undefined, () => t('withdrawn')).catch(() => undefined);
    await invalidate(approvalList);
    // The page is not read again: that would ask again.
    wakeWaitingCommands();
  };
  return {
    title: t('waiting.title'),
    hint: t(`waiting.${action}`, {
      names: names === '' ? t('waiting.nobody') : names,
      until: clockText(new Date(expiresAt), language),
      capability: capabilities[capability].title,
    }),
    withdrawing: isPending,
    withdraw: () => void withdraw(),
  };
}
