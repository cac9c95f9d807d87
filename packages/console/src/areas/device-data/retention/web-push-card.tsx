import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { loadWebPush, updateWebPush, type WebPush } from '@fairwatch/contract';
import { Box, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate, query, useCall } from '../../../core/api/query.ts';
import { breakable } from '../../../core/components/text/breakable.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { ConfirmDialog } from '../../../core/components/overlays/confirm-dialog.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { Facts } from '../../../core/components/page/facts.tsx';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import { addTexts, currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import texts from './web-push.texts.json';

addTexts('web-push', texts);

/** The switch for push messages to devices, with an explanation of what they reveal. */
export function WebPushCard() {
  const { t } = useTranslation('web-push');
  const { data, error, refetch } = useQuery(query(loadWebPush, {}));
  return (
    <Box mt="lg">
      <Card title={t('title')}>
        <Text size="sm" c="dimmed" mb="xs" maw={720}>
          {t('hint')}
        </Text>
        <Text size="sm" c="dimmed" mb="md" maw={720}>
          {t('privacy')}
        </Text>
        {error && !data && <ErrorView error={error} retry={refetch} />}
        {data && <PushSwitch set={data.data} />}
      </Card>
    </Box>
  );
}

function PushSwitch({ set }: { set: WebPush }) {
  const { t } = useTranslation('web-push');
  const [confirming, setConfirming] = useState(false);
  const { mutateAsync, isPending } = useCall(updateWebPush);
  const count = set.subscribedDevices;
  const devices = new Intl.NumberFormat(currentLanguage()).format(count);
  const change = async (enabled: boolean) => {
    setConfirming(false);
    await toastPromise(mutateAsync({ enabled })).catch(() => undefined);
    await invalidate(loadWebPush);
  };
  return (
    <>
      <Switch
        label={t('switch')}
        mb="md"
        checked={set.enabled}
        onChange={({ currentTarget: { checked } }) => {
          // The switch is not disabled while saving, because that would drop the keyboard focus.
          if (isPending) return;
          // Turning push off deletes the subscriptions, and turning it on again does not restore them.
          if (!checked && count > 0) setConfirming(true);
          else void change(checked);
        }}
      />
      <Facts
        facts={[
          [t('devices'), devices],
          [
            t('services'),
            <ul key="services">
              {set.services.map((service) => (
                <li key={service}>{breakable(service)}</li>
              ))}
            </ul>,
          ],
        ]}
      />
      {set.changedAt !== null && (
        <Text size="xs" c="dimmed" mt="md">
          <TimedText words={t('changedBy', { name: set.changedBy })} at={set.changedAt} />
        </Text>
      )}
      <ConfirmDialog
        opened={confirming}
        title={t('off.title')}
        confirm={t('off.confirm')}
        cancel={t('off.cancel')}
        onConfirm={() => void change(false)}
        onCancel={() => setConfirming(false)}
      >
        <Text size="sm">{t('off.text', { count, devices })}</Text>
      </ConfirmDialog>
    </>
  );
}
