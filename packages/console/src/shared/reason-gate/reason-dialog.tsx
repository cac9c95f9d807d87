import { capabilities, deviceSummary, giveReason, isReason, limits, loadReason } from '@fairwatch/contract';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { textOfError } from '../../core/api/api-error.ts';
import { call } from '../../core/api/client.ts';
import { query, queryClient } from '../../core/api/query.ts';
import { Dialog } from '../../core/components/overlays/dialog.tsx';
import { deviceName } from '../device-feature/device/device-name.ts';
import { CountedTextarea } from '../../core/forms/counted-textarea.tsx';
import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import {
  forgetSuggestion,
  suggestedReason,
  suggestReason,
  type openQuestions,
  type ReasonOutcome,
} from './reason-store.ts';
import texts from './reasons.texts.json';
import { listText } from '../../core/i18n/list-text.ts';

addTexts('reason', texts);

const { minWords, minLetters, maxLength } = limits.reason;

type Question = ReturnType<typeof openQuestions.get>[number];

/** Asks for the reason to use data of a device, and says who reads the answer. */
export function ReasonDialog({ question }: { question: Question }) {
  const { t } = useTranslation('reason');
  const { deviceId, kinds, required, settle } = question;
  const { data } = useQuery(query(deviceSummary, { deviceId }));
  const [reason, setReason] = useState(() => suggestedReason(deviceId));
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  const answer = (outcome: ReasonOutcome) => {
    forgetSuggestion(deviceId);
    settle(outcome);
  };
  const leave = () => answer(required ? 'cancelled' : 'skipped');

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const text = reason.trim();
    if (!isReason(text)) return setProblem(t('tooShort', { words: minWords, letters: minLetters }));
    setSending(true);
    try {
      for (const capability of kinds) {
        const saved = await call(giveReason, { deviceId, capability, reason: text });
        queryClient.setQueryData(query(loadReason, { deviceId }).queryKey, saved);
      }
      answer('given');
    } catch (error) {
      setProblem(textOfError(error));
      setSending(false);
    }
  }

  const title = listText(kinds.map((kind) => capabilities[kind].title));
  const name = data ? deviceName(data.data) : t('thisDevice');
  return (
    <Dialog title={t('title')} close={leave}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Text size="sm" mb="md">
          {t(required ? 'required' : 'asked', { capability: title, device: name })} {t('who', { capability: title })}
        </Text>
        <CountedTextarea
          label={t('label')}
          withAsterisk={required}
          placeholder={t('placeholder')}
          rows={3}
          dir="auto"
          value={reason}
          maxLength={maxLength}
          countWords={(count) => t('left', { count })}
          error={problem}
          onText={(text) => {
            setReason(text);
            // A refetch aborts the call that asks, and asks again: what was typed until then is not lost.
            suggestReason(deviceId, text);
            setProblem(undefined);
          }}
        />
        <Group mt="lg" gap="xs" justify="flex-end">
          <Button variant="default" onClick={leave}>
            {t(required ? 'cancel' : 'skip')}
          </Button>
          <Button type="submit" loading={sending}>
            {t('confirm')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
