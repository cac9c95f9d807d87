import { loadPhoneTest, phoneTestPath, startPhoneTest, type OutputOf } from '@fairwatch/contract';
import { Button, Group, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { textOfError } from '../../core/api/api-error.ts';
import { query, useCall } from '../../core/api/query.ts';
import { RelativeTime } from '../../core/components/time/relative-time.tsx';
import { toast } from '../../core/toast/toast.tsx';
import { PhoneLink } from '../companion/phone-link.tsx';
import classes from './phone-access.module.css';
import { hintsOf, type PhoneFacts } from './phone-facts.ts';
import { usePhoneTexts } from './use-phone-access.ts';

/** After this time without a phone, the likely reasons are shown. */
const silentAfterMs = 60_000;
/** The socket tells when a phone came. Asking as well finds out when the server that it reached told this one later. */
const askEveryMs = 5000;

type Started = OutputOf<typeof startPhoneTest>;
type Reached = NonNullable<OutputOf<typeof loadPhoneTest>['reached']>;

/** Shows a QR code that a phone opens without joining, and tells live how it came. */
export function PhoneTest({ facts }: { facts: PhoneFacts }) {
  const { t } = usePhoneTexts();
  const [started, setStarted] = useState<Started | null>(null);
  const { mutateAsync, isPending } = useCall(startPhoneTest);
  const start = async () => {
    try {
      setStarted((await mutateAsync({})).data);
    } catch (error) {
      toast.error(textOfError(error));
    }
  };
  return (
    <section className={classes.test}>
      <Group justify="space-between" gap="sm">
        <div className="fw-grow">
          <Title order={3}>{t('test.title')}</Title>
          <Text c="dimmed">{t('test.text')}</Text>
        </div>
        <Button
          variant={started === null ? 'filled' : 'default'}
          leftSection={<IconQrcode size={16} aria-hidden />}
          loading={isPending}
          onClick={() => void start()}
        >
          {t(started === null ? 'test.start' : 'test.again')}
        </Button>
      </Group>
      {started !== null && <RunningTest key={started.test} test={started.test} facts={facts} />}
    </section>
  );
}

function RunningTest({ test, facts }: { test: string; facts: PhoneFacts }) {
  const { t } = usePhoneTexts();
  const { data } = useQuery({
    ...query(loadPhoneTest, { test }),
    refetchInterval: ({ state }) => (state.data?.data.state === 'WAITING' ? askEveryMs : false),
  });
  const { state = 'WAITING', reached = null } = data?.data ?? {};
  const isSilent = useElapsed(silentAfterMs);
  if (reached !== null) return <Arrived {...reached} />;
  return (
    <>
      {state === 'WAITING' && (
        <PhoneLink address={`${facts.address}${phoneTestPath}/${test}`} label={t('test.qr')}>
          <Text>{t('test.scan')}</Text>
        </PhoneLink>
      )}
      <output className={classes.state}>
        {state === 'OVER' ? (
          <span data-tone="warn">{t('test.over')}</span>
        ) : (
          <span className="fw-inline" data-tone="accent">
            <span className={classes.pulse} />
            {t('test.waiting')}
          </span>
        )}
      </output>
      {(isSilent || state === 'OVER') && <Hints facts={facts} />}
    </>
  );
}

function Arrived({ over, at }: Reached) {
  const { t } = usePhoneTexts();
  const Icon = over === 'HTTPS' ? IconCircleCheck : IconAlertTriangle;
  return (
    <output className={classes.arrived} data-tone={over === 'HTTPS' ? 'good' : 'warn'}>
      <Icon size={28} stroke={1.75} aria-hidden />
      <div>
        <strong>{t(`test.${over}`)}</strong> <RelativeTime at={at} />
        <Text c="dimmed">{t(`test.${over}Next`)}</Text>
      </div>
    </output>
  );
}

/** What the phone probably shows, and why. */
function Hints({ facts }: { facts: PhoneFacts }) {
  const { t } = usePhoneTexts();
  return (
    <div className={classes.hints} aria-live="polite">
      <Text fw={600}>{t('test.silent')}</Text>
      <ul>
        {hintsOf(facts).map((hint) => (
          <li key={hint}>{t(`hint.${hint}`)}</li>
        ))}
      </ul>
    </div>
  );
}

/** True once the component has been mounted for so long. */
function useElapsed(ms: number): boolean {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return elapsed;
}
