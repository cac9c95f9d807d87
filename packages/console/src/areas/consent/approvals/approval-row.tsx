import { capabilities, decideApproval, type Approval } from '@fairwatch/contract';
import { Button, Group, Text } from '@mantine/core';
import { IconCheck, IconClock, IconClockX, IconX } from '@tabler/icons-react';
import { useCall } from '../../../core/api/query.ts';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import { ToneBadge, type BadgeLook } from '../../../core/components/badges/tone-badge.tsx';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';

const looks: Record<Approval['state'], BadgeLook> = {
  PENDING: { icon: IconClock, tone: 'waiting' },
  AGREED: { icon: IconCheck, tone: 'good' },
  DECLINED: { icon: IconX, tone: 'bad' },
  EXPIRED: { icon: IconClockX, tone: 'quiet' },
};

/** A request for approval: who requests which use of which device, why, and its status. */
export function ApprovalRow({ approval }: { approval: Approval }) {
  const { t } = useTranslation('approvals');
  const { capability, action, mine, askedBy, deviceName, username, reason, state, decidedBy, decidable } = approval;
  const words = { name: askedBy, capability: capabilities[capability].title };
  return (
    <Group component="li" justify="space-between" gap="sm" p="md">
      <div className="fw-grow">
        <div className="fw-strong">{t(`${mine ? 'mine' : 'wants'}.${action}`, words)}</div>
        <Text component="div" size="sm" c="dimmed">
          {t('of', { device: deviceName, person: username })}
        </Text>
        <Text size="sm" my={6} dir="auto">
          {reason === null ? t('noReason') : t('reason', { reason })}
        </Text>
        <Text component="div" size="sm" c="dimmed">
          <When approval={approval} />
        </Text>
      </div>
      {decidable ? (
        <Decision approval={approval} />
      ) : (
        <ToneBadge {...looks[state]} label={t(`state.${state}`, { name: decidedBy })} />
      )}
    </Group>
  );
}

function When({ approval: { state, askedAt, expiresAt, holdsUntil } }: { approval: Approval }) {
  const { t } = useTranslation('approvals');
  if (state === 'PENDING') return <TimedText words={t('until')} at={expiresAt} />;
  if (holdsUntil !== null) return <TimedText words={t('agreedUntil')} at={holdsUntil} />;
  return <TimedText words={t('asked')} at={askedAt} />;
}

function Decision({ approval: { id } }: { approval: Approval }) {
  const { t } = useTranslation('approvals');
  const { mutateAsync, isPending, variables } = useCall(decideApproval);
  const decide = async (agree: boolean) => {
    await toastPromise(mutateAsync({ id, agree })).catch(() => undefined);
    await refetchChanged('approvals');
  };
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="sm"
        loading={isPending && !variables.agree}
        disabled={isPending}
        onClick={() => void decide(false)}
      >
        {t('decline')}
      </Button>
      <Button
        size="sm"
        leftSection={<IconCheck size={16} aria-hidden />}
        loading={isPending && variables.agree}
        disabled={isPending}
        onClick={() => void decide(true)}
      >
        {t('agree')}
      </Button>
    </Group>
  );
}
