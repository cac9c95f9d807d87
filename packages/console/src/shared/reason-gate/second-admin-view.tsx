import { capabilities, type Approval, type Capability } from '@fairwatch/contract';
import { serverErrorText } from '../../core/api/server-error-text.ts';
import { Button } from '@mantine/core';
import { IconHourglass, IconUsers } from '@tabler/icons-react';
import { ApiError, textOfError } from '../../core/api/api-error.ts';
import { EmptyView } from '../../core/components/page/empty-view.tsx';
import type { ErrorViewProps } from '../../core/components/page/error-views.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { useCurrentPage } from '../../core/router/pages-context.ts';
import { useOwnRequest, useWaitingRequest } from './use-second-admin.ts';

/**
 * Replaces what is only shown once a second admin agrees: whom it waits for and until when, or the way to ask. A person asks, and never a
 * refetch, so what was withdrawn or not decided in time stays so until they ask again.
 */
export function SecondAdminView({ error, retry }: ErrorViewProps) {
  const { deviceId } = useCurrentPage();
  const capability = neededCapability(error);
  const own = useOwnRequest(deviceId === null || capability === null ? null : { deviceId, capability, action: 'READ' });
  if (own?.state === 'PENDING') return <WaitingRequest approval={own} />;
  return <MissingRequest error={error} retry={retry} wasLate={own?.state === 'EXPIRED'} />;
}

function WaitingRequest({ approval }: { approval: Approval }) {
  const { t } = useTranslation('second-admin');
  // It may be the request for a command, which includes this look at what the device has sent.
  const { title, hint, withdraw, withdrawing } = useWaitingRequest({ ...approval, action: 'READ' });
  return (
    <EmptyView
      icon={IconHourglass}
      title={title}
      hint={hint}
      actions={
        <Button variant="default" loading={withdrawing} onClick={withdraw}>
          {t('withdraw')}
        </Button>
      }
    />
  );
}

function MissingRequest({ error, retry, wasLate }: ErrorViewProps & { wasLate: boolean }) {
  const { t } = useTranslation('second-admin');
  const isFirst = isPendingText(error) && !wasLate;
  const hint = () => {
    if (!isPendingText(error)) return textOfError(error);
    const capability = neededCapability(error);
    if (wasLate || capability === null) return wasLate ? t('expired') : textOfError(error);
    // The refusal said that somebody was asked; that was taken back meanwhile.
    return serverErrorText('approval_missing', { capability: capabilities[capability].title });
  };
  return (
    <EmptyView
      icon={IconUsers}
      title={t('title')}
      hint={hint()}
      actions={
        <Button variant="light" onClick={() => void retry()}>
          {t(isFirst ? 'ask' : 'again')}
        </Button>
      }
    />
  );
}

/** True for a refusal that does not say by itself what became of the request. */
function isPendingText(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'approval_missing' || error.code === 'approval_needed');
}

/** The capability of the call that was refused. */
function neededCapability(error: unknown): Capability | null {
  return error instanceof ApiError ? (error.endpoint?.device?.capability ?? null) : null;
}
