import {
  alwaysToldKinds,
  newsChannels,
  notificationSettings,
  promoteUser,
  updateNotificationSettings,
  type NewsChannel,
  type NewsKind,
  type NotificationSettings,
} from '@fairwatch/contract';
import { Paper, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/api/client.ts';
import { invalidate, query, readError } from '../../core/api/query.ts';
import { useCan } from '../../core/components/can.tsx';
import { Choice } from '../../core/components/choice.tsx';
import { ErrorView } from '../../core/components/error-view.tsx';
import { useNewsKinds } from '../../core/news/use-news-kinds.ts';
import { useSession } from '../../core/session/session-store.ts';
import { toastPromise } from '../../core/toast/toast.tsx';
import classes from './account.module.css';

const cardId = 'notifications';

async function choose(kind: NewsKind, channel: NewsChannel): Promise<void> {
  await toastPromise(call(updateNotificationSettings, { settings: [{ kind, channel }] })).catch(() => {});
  await invalidate(notificationSettings);
}

/** The kinds of which this admin can be told at all. */
function useOwnKinds(): (kind: NewsKind) => boolean {
  const { adminRole } = useSession();
  const approves = useCan(promoteUser);
  return (kind) =>
    (kind !== 'AUDIT_MISMATCH' || adminRole === 'SUPER_ADMIN') && (kind !== 'ACCOUNT_WAITING' || approves);
}

/** How the admin is told of each kind of notification. */
export function NotificationsCard() {
  const { t } = useTranslation('account');
  const reading = useQuery(query(notificationSettings, {}));
  const error = readError(reading);
  const state = reading.data?.data;
  const isOwn = useOwnKinds();
  const card = useRef<HTMLElement>(null);
  const loaded = state !== undefined;
  // Who came by a link to this card sees it whole: it has grown since the page was opened.
  useEffect(() => {
    if (loaded && location.hash === `#${cardId}`) card.current?.scrollIntoView();
  }, [loaded]);
  return (
    <Paper component="section" withBorder className={classes.card} id={cardId} ref={card}>
      <Title order={2}>{t('notifications.title')}</Title>
      <p>{t('notifications.hint')}</p>
      {state !== undefined && state.mail !== 'READY' && <p>{t(`notifications.mail.${state.mail}`)}</p>}
      {error && <ErrorView error={error} retry={() => void reading.refetch()} />}
      {state !== undefined && (
        <ul className={classes.sessions}>
          {state.settings
            .filter(({ kind }) => isOwn(kind))
            .map((setting) => (
              <KindLine key={setting.kind} {...setting} mail={state.mail} />
            ))}
        </ul>
      )}
    </Paper>
  );
}

interface KindLineProps extends Pick<NotificationSettings, 'mail'> {
  kind: NewsKind;
  channel: NewsChannel;
}

function KindLine({ kind, channel, mail }: KindLineProps) {
  const { t } = useTranslation('account');
  const name = useNewsKinds()(kind);
  const refusalOf = (each: NewsChannel) => {
    if (each === 'NONE' && alwaysToldKinds.includes(kind)) return t('notifications.always');
    return each === 'MAIL' && mail !== 'READY' ? t(`notifications.mail.${mail}`) : undefined;
  };
  const options = newsChannels.map((value) => ({
    value,
    label: t(`notifications.channel.${value}`),
    refusal: refusalOf(value),
  }));
  return (
    <li className={classes.kind}>
      <span>{name}</span>
      <Choice
        label={t('notifications.choose', { kind: name })}
        options={options}
        value={channel}
        onChange={(value) => void choose(kind, value)}
      />
    </li>
  );
}
