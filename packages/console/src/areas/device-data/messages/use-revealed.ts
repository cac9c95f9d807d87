import { revealMessage } from '@fairwatch/contract';
import { useCallback, useState } from 'react';
import { textOfError } from '../../../core/api/api-error.ts';
import { call } from '../../../core/api/client.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toast } from '../../../core/toast/toast.tsx';

/**
 * The revealed texts of masked messages by message id, kept while the conversation is open. Each reveal is an audit
 * entry in the device's log.
 */
export function useRevealed(deviceId: number) {
  const { t } = useTranslation('messages');
  const [revealed, setRevealed] = useState<ReadonlyMap<number, string>>(new Map());
  const reveal = useCallback(
    async (id: number) => {
      try {
        const { body } = (await call(revealMessage, { deviceId, id })).data;
        if (body === null) toast.error(t('conversation.revealGone'));
        else setRevealed((before) => new Map(before).set(id, body));
      } catch (error) {
        toast.error(textOfError(error));
      }
    },
    [deviceId, t],
  );
  return { revealed, reveal: useCallback((id: number) => void reveal(id), [reveal]) };
}
