import {
  capabilities,
  capabilityRefusal,
  hoursText,
  type deviceGrants,
  type Grant,
  type Offers,
  type OutputOf,
} from '@fairwatch/contract';
import { Box, Group, Text } from '@mantine/core';
import { IconCheck, IconClock, IconMinus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Card } from '../../../../core/components/page/card.tsx';
import { TimedText } from '../../../../core/components/time/timed-text.tsx';
import { useAskedAtJoining } from '../../../../shared/device-feature/consent/use-asked-at-joining.ts';
import { withheldOf } from '../../../../shared/device-feature/consent/withheld.ts';
import classes from '../overview.module.css';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { useUsedKinds } from '../../../../core/session/session-store.ts';

// Lazy, because few admins send a consent request.
const AskConsentInLine = lazy(async () => ({
  default: (await import('../../../../shared/device-feature/consent/ask-consent.tsx')).AskConsentInLine,
}));

interface ConsentCardProps {
  deviceId: number;
  grants: OutputOf<typeof deviceGrants>;
  /** What its client can do; null when it can do everything. */
  offers: Offers | null;
}

/** What the person shares and since when. Admins can send a consent request for the rest. */
export function ConsentCard({ deviceId, offers, grants: { grants, hours, ...stopped } }: ConsentCardProps) {
  const { t } = useTranslation('overview');
  const used = useUsedKinds();
  const all = grants.filter(({ capability }) => used.includes(capability));
  const askable = withheldOf(stopped) === 'notShared';
  const granted = all.filter((grant) => grant.granted).length;
  return (
    <Card
      title={t('consent.title')}
      aside={<span className="fw-muted">{t('consent.count', { granted, all: all.length })}</span>}
    >
      <AskedSummary grants={all} />
      <Box component="ul" style={{ columns: '2 16rem', columnGap: '2rem' }}>
        {all.map((grant) => (
          <GrantLine
            key={grant.capability}
            deviceId={deviceId}
            grant={grant}
            askable={askable}
            refusal={grant.granted ? null : capabilityRefusal(offers, grant.capability)}
          />
        ))}
      </Box>
      {hours !== null && (
        <Group component="p" gap="xs" wrap="nowrap" mt="sm" fz="sm">
          <IconClock size={16} aria-hidden />
          {t('consent.hours', { hours: hoursText(hours) })}
        </Group>
      )}
    </Card>
  );
}

/** What was asked for at joining and what became of it, in one line. */
function AskedSummary({ grants }: { grants: readonly Grant[] }) {
  const { t } = useTranslation('overview');
  const asked = grants.filter((grant) => grant.asked !== null);
  if (asked.length === 0) return null;
  const shared = asked.filter(({ granted }) => granted).length;
  return (
    <Text size="sm" mb="sm">
      {t('consent.askedSummary', { count: asked.length, shared, not: asked.length - shared })}
    </Text>
  );
}

interface GrantLineProps {
  deviceId: number;
  grant: Grant;
  askable: boolean;
  /** Why its client cannot share it; null when it can, or does. */
  refusal: string | null;
}

function GrantLine({ deviceId, grant, askable, refusal }: GrantLineProps) {
  const { t } = useTranslation('overview');
  const askedWords = useAskedAtJoining();
  const { capability, granted, since, asked } = grant;
  const { title, shares } = capabilities[capability];
  const Icon = granted ? IconCheck : IconMinus;
  const words = granted ? 'consent.since' : 'consent.withdrawn';
  return (
    <li className={classes.grant} data-granted={granted || undefined} title={shares}>
      <Icon size={16} stroke={2} aria-hidden />
      <span className={`fw-grow ${classes.grantTitle}`}>
        {title}
        <span className="fw-hidden">: {t(granted ? 'consent.shared' : 'consent.not')}</span>
        {asked !== null && (
          <span className="fw-note" dir="auto">
            {askedWords(asked)}
          </span>
        )}
        {refusal !== null && <span className="fw-note">{refusal}</span>}
      </span>
      <Text component="span" size="xs" className="fw-inline fw-figures">
        {since !== null && <TimedText words={t(words)} at={since} />}
        {!granted && askable && (
          <Suspense>
            <AskConsentInLine deviceId={deviceId} capability={capability} refusal={refusal} />
          </Suspense>
        )}
      </Text>
    </li>
  );
}
