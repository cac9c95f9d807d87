import { startLiveLocation } from '@fairwatch/contract';
import { Button, Group, Text } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useState } from 'react';
import { ChoiceField } from '../../../../core/components/buttons/choice.tsx';
import { ReasonButton } from '../../../../core/components/buttons/reason-button.tsx';
import { Can } from '../../../../core/components/can.tsx';
import { Dialog } from '../../../../core/components/overlays/dialog.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import type { LiveLocationState } from './use-live-location.ts';

const durations = ['5', '15', '30', '60'] as const;
type Duration = (typeof durations)[number];

/** Starts a live location, after its duration was chosen. */
export function FollowButton({ live }: { live: LiveLocationState }) {
  const { t } = useTranslation('live-location');
  const [isOpen, setIsOpen] = useState(false);
  const [minutes, setMinutes] = useState<Duration>('15');
  const start = () => {
    setIsOpen(false);
    live.start(Number(minutes));
  };
  return (
    <Can use={startLiveLocation}>
      <ReasonButton
        variant="default"
        leftSection={<IconCurrentLocation size={16} aria-hidden />}
        reason={live.reason}
        loading={live.sending}
        onClick={() => setIsOpen(true)}
      >
        {t('follow')}
      </ReasonButton>
      {isOpen && (
        <Dialog title={t('dialog.title')} close={() => setIsOpen(false)}>
          <Text size="sm" my="sm">
            {t('dialog.hint')}
          </Text>
          <ChoiceField
            label={t('dialog.minutes')}
            options={durations.map((value) => ({ value, label: t('dialog.minutesOf', { minutes: value }) }))}
            value={minutes}
            onChange={setMinutes}
          />
          <Group mt="lg" gap="xs" justify="flex-end">
            <Button variant="default" onClick={() => setIsOpen(false)}>
              {t('dialog.cancel')}
            </Button>
            <Button onClick={start}>{t('dialog.start')}</Button>
          </Group>
        </Dialog>
      )}
    </Can>
  );
}
