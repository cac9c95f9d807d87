import { endOtherSessions, endOwnSession, ownSessions, type OwnSession } from '@fairwatch/contract';
import { Button, Group } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../core/api/client.ts';
import { invalidate, query, readError } from '../../../core/api/query.ts';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { ToneBadge } from '../../../core/components/badges/tone-badge.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import { browserName } from './browser-name.ts';

async function finishEnding(ending: Promise<unknown>): Promise<void> {
  await toastPromise(ending).catch(() => {});
  await invalidate(ownSessions);
}

function SessionLine({ session }: { session: OwnSession }) {
  const { t } = useTranslation('account');
  const { browser: found, system } = browserName(session.userAgent);
  const browser = found ?? t('sessions.unknown');
  return (
    <Group component="li" gap="sm" wrap="nowrap" py={10}>
      <div className="fw-grow">
        {system === null ? browser : t('sessions.on', { browser, system })}
        <small>
          {session.address} · {t('sessions.since')} <RelativeTime at={session.createdAt} /> · {t('sessions.used')}{' '}
          <RelativeTime at={session.lastUsedAt} />
        </small>
      </div>
      {session.current ? (
        <ToneBadge icon={IconCheck} tone="good" label={t('sessions.current')} />
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={t('sessions.endLabel', { browser, address: session.address })}
          onClick={() => void finishEnding(call(endOwnSession, { id: session.id }))}
        >
          {t('sessions.end')}
        </Button>
      )}
    </Group>
  );
}

/** The sessions of the account, with buttons that end them. */
export function SessionsCard() {
  const { t } = useTranslation('account');
  const result = useQuery(query(ownSessions, {}));
  const error = readError(result);
  const sessions = result.data?.data ?? [];
  return (
    <Card
      title={t('sessions.title')}
      about={t('sessions.hint')}
      spaced
      aside={
        sessions.length > 1 && (
          <Button variant="default" size="xs" onClick={() => void finishEnding(call(endOtherSessions, {}))}>
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      {error ? (
        <ErrorView error={error} retry={() => void result.refetch()} />
      ) : (
        <ul className="fw-lines">
          {sessions.map((session) => (
            <SessionLine key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Card>
  );
}
