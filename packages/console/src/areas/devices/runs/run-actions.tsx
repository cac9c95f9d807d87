import { cancelRun, limits, repeatRun, type Run } from '@fairwatch/contract';
import { Text, Textarea } from '@mantine/core';
import { IconX, IconReload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { createClientId } from '../../../core/api/client-id.ts';
import { useCall } from '../../../core/api/query.ts';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { ReasonButton } from '../../../core/components/buttons/reason-button.tsx';
import { ConfirmDialog } from '../../../core/components/overlays/confirm-dialog.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { runProgress } from '../../../shared/run-progress/run-progress.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';

/** Cancels a running run, or repeats what did not succeed. */
export function RunActions({ run }: { run: Run }) {
  const { unsuccessful } = runProgress(run.counts);
  if (run.finishedAt === null) return <CancelButton run={run} />;
  return unsuccessful === 0 ? null : <AgainButton run={run} count={unsuccessful} />;
}

function CancelButton({ run: { id, mine, requestedBy } }: { run: Run }) {
  const { t } = useTranslation('runs');
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutateAsync, isPending } = useCall(cancelRun);
  const cancel = async () => {
    setIsConfirming(false);
    await toastPromise(mutateAsync({ runId: id })).catch(() => undefined);
    await refetchChanged('runs');
  };
  return (
    <>
      <ReasonButton
        variant="default"
        leftSection={<IconX size={16} aria-hidden />}
        reason={mine ? null : t('run.notMine', { name: requestedBy })}
        loading={isPending}
        onClick={() => setIsConfirming(true)}
      >
        {t('run.cancel.button')}
      </ReasonButton>
      <ConfirmDialog
        opened={isConfirming}
        title={t('run.cancel.title')}
        confirm={t('run.cancel.confirm')}
        cancel={t('run.cancel.keep')}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => void cancel()}
      >
        <Text size="sm">{t('run.cancel.question')}</Text>
      </ConfirmDialog>
    </>
  );
}

function AgainButton({ run: { id, mine, requestedBy, reason: earlier }, count }: { run: Run; count: number }) {
  const { t } = useTranslation('runs');
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState('');
  const { mutateAsync, isPending } = useCall(repeatRun);
  // The same id until it succeeds: a request whose answer was lost starts nothing twice.
  const clientId = useRef(createClientId());
  const repeat = async () => {
    setIsAsking(false);
    const input = { runId: id, clientId: clientId.current, ...(reason.trim() !== '' && { reason: reason.trim() }) };
    const answer = await toastPromise(mutateAsync(input)).catch(() => null);
    if (answer === null) return;
    clientId.current = createClientId();
    void refetchChanged('runs');
    await navigate(pageLink('/runs/$runId', { params: { runId: answer.data.id } }));
  };
  return (
    <>
      <ReasonButton
        leftSection={<IconReload size={16} aria-hidden />}
        reason={mine ? null : t('run.notMine', { name: requestedBy })}
        hint={t('run.again.hint')}
        loading={isPending}
        // The reason of the earlier run does not count for this one.
        onClick={() => (earlier === '' ? void repeat() : setIsAsking(true))}
      >
        {t('run.again.button', { count })}
      </ReasonButton>
      <ConfirmDialog
        opened={isAsking}
        title={t('run.again.title')}
        confirm={t('run.again.confirm')}
        cancel={t('run.again.cancel')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => void repeat()}
      >
        <Textarea
          label={t('run.again.reason')}
          description={t('run.again.reasonHint', { reason: earlier })}
          inputWrapperOrder={['label', 'input', 'description']}
          rows={2}
          dir="auto"
          maxLength={limits.run.reasonMaxLength}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </ConfirmDialog>
    </>
  );
}
