import {
  mandatoryKinds,
  notificationChannels,
  notificationSettings,
  promoteUser,
  updateNotificationSettings,
  type NotificationChannel,
  type NotificationKind,
  type NotificationSettings,
} from '@fairwatch/contract';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../core/api/client.ts';
import { invalidate, query, readError } from '../../../core/api/query.ts';
import { useCan } from '../../../core/components/can.tsx';
import { Choice } from '../../../core/components/buttons/choice.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useNotificationKinds } from '../../../shared/notification-kinds/use-notification-kinds.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';

const cardId = 'notifications';

async function choose(kind: NotificationKind, channel: NotificationChannel): Promise<void> {
  await toastPromise(call(updateNotificationSettings, { settings: [{ kind, channel }] })).catch(() => {});
  await invalidate(notificationSettings);
}

/** Returns a function that says whether this admin can receive a kind of notification. */
function useCanReceive(): (kind: NotificationKind) => boolean {
  const { adminRole } = useAdminSession();
  const approves = useCan(promoteUser);
  return (kind) =>
    (kind !== 'AUDIT_MISMATCH' || adminRole === 'SUPER_ADMIN') &&
    (approves || (kind !== 'ACCOUNT_WAITING' && kind !== 'INVITATION_ACCEPTED'));
}

/** The channels by which the admin receives each kind of notification. */
export function NotificationsCard() {
  const { t } = useTranslation('account');
  const result = useQuery(query(notificationSettings, {}));
  const error = readError(result);
  const state = result.data?.data;
  const canReceive = useCanReceive();
  const card = useRef<HTMLElement>(null);
  const loaded = state !== undefined;
  // A link to this card scrolls to it again after loading, because the card has grown since the page opened.
  useEffect(() => {
    if (loaded && location.hash === `#${cardId}`) card.current?.scrollIntoView();
  }, [loaded]);
  return (
    <Card title={t('notifications.title')} about={t('notifications.hint')} spaced id={cardId} ref={card}>
      {state !== undefined && state.mail !== 'READY' && <Text c="dimmed">{t(`notifications.mail.${state.mail}`)}</Text>}
      {error && <ErrorView error={error} retry={() => void result.refetch()} />}
      {state !== undefined && (
        <ul className="fw-lines">
          {state.settings
            .filter(({ kind }) => canReceive(kind))
            .map((setting) => (
              <KindLine key={setting.kind} {...setting} mail={state.mail} />
            ))}
        </ul>
      )}
    </Card>
  );
}

interface KindLineProps extends Pick<NotificationSettings, 'mail'> {
  kind: NotificationKind;
  channel: NotificationChannel;
}

function KindLine({ kind, channel, mail }: KindLineProps) {
  const { t } = useTranslation('account');
  const name = useNotificationKinds()(kind);
  const refusalOf = (each: NotificationChannel) => {
    if (each === 'NONE' && mandatoryKinds.includes(kind)) return t('notifications.always');
    return each === 'MAIL' && mail !== 'READY' ? t(`notifications.mail.${mail}`) : undefined;
  };
  const options = notificationChannels.map((value) => ({
    value,
    label: t(`notifications.channel.${value}`),
    refusal: refusalOf(value),
  }));
  return (
    <Group component="li" justify="space-between" gap="xs" py="xs">
      <span className="fw-grow">{name}</span>
      <Choice
        label={t('notifications.choose', { kind: name })}
        options={options}
        value={channel}
        onChange={(value) => void choose(kind, value)}
      />
    </Group>
  );
}
