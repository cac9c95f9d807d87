import { revealMessage } from '@fairwatch/contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textOfError } from '../../core/api/api-error.ts';
import { call } from '../../core/api/client.ts';
import { toast } from '../../core/toast/toast.tsx';

/** The messages whose codes were asked for, by id, for as long as the conversation is open. Each question is a line in the device's log. */
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
