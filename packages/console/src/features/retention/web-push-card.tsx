import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { loadWebPush, updateWebPush, type WebPush } from '@fairwatch/contract';
import { Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invalidate, query, useCall } from '../../core/api/query.ts';
import { breakable } from '../../core/components/breakable.tsx';
import { Card } from '../../core/components/card.tsx';
import { ConfirmDialog } from '../../core/components/confirm-dialog.tsx';
import { ErrorView } from '../../core/components/error-view.tsx';
import { Facts } from '../../core/components/facts.tsx';
import { TimedText } from '../../core/components/timed-text.tsx';
import { addTexts, currentLanguage } from '../../core/i18n/i18n.ts';
import { toastPromise } from '../../core/toast/toast.tsx';
import classes from './web-push.module.css';
import texts from './web-push.texts.json';

addTexts('web-push', texts);

/** Whether people are told by push that something waits for them, what that means, and the switch. */
export function WebPushCard() {
  const { t } = useTranslation('web-push');
  const { data, error, refetch } = useQuery(query(loadWebPush, {}));
  return (
    <div className={classes.card}>
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
    </div>
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
          // Not disabled meanwhile: whoever came by keyboard would lose their place.
          if (isPending) return;
          // What is deleted cannot be brought back by a second press.
          if (!checked && count > 0) setConfirming(true);
          else void change(checked);
        }}
      />
      <Facts
        facts={[
          [t('devices'), devices],
          [
            t('services'),
            <ul key="services" className={classes.services}>
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
