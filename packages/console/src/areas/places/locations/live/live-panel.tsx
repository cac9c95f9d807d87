import { stopLiveLocation, type LiveSession } from '@fairwatch/contract';
import { Box, Button, Group, Text } from '@mantine/core';
import { Can } from '../../../../core/components/can.tsx';
import { momentText } from '../../../../core/components/time/moment-text.ts';
import { useNow } from '../../../../core/components/time/use-now.ts';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import type { NamedDevice } from '../../../../shared/watch-targets/device-search.tsx';
import { NewZoneLink } from '../../../../shared/zone-layers/new-zone-link.tsx';
import classes from './live-panel.module.css';
import type { LiveLocationState } from './use-live-location.ts';

/** Says who follows the device and until when, with the button that stops it; afterwards how it ended. */
export function LivePanel({ live, device }: { live: LiveLocationState; device: NamedDevice }) {
  const { t } = useTranslation('live-location');
  const { session, waiting, trail, stop, stopping } = live;
  const newest = trail.at(-1);
  if (session === null && !waiting) return null;
  const isRunning = session !== null && session.endedAt === null;
  return (
    <Group
      component="section"
      gap="0.5rem 1rem"
      mb="md"
      px="md"
      py="xs"
      fz="sm"
      className={`fw-panel ${classes.panel}`}
      aria-label={t('region')}
      data-running={isRunning || undefined}
    >
      {isRunning && <span className={classes.dot} aria-hidden />}
      <Box component="output" flex="1 1 14rem" miw={0}>
        <State session={session} waiting={waiting} />
      </Box>
      {session !== null && !waiting && (
        <Text span inherit c="dimmed" className="fw-figures">
          {t('points', { count: session.points })}
        </Text>
      )}
      {newest !== undefined && <NewZoneLink zone={{ at: { latitude: newest[1], longitude: newest[2] }, device }} />}
      {isRunning && (
        <Can use={stopLiveLocation}>
          <Button size="xs" color="red.8" loading={stopping} onClick={stop}>
            {t('stop')}
          </Button>
        </Can>
      )}
    </Group>
  );
}

function State({ session, waiting }: { session: LiveSession | null; waiting: boolean }) {
  const { t } = useTranslation('live-location');
  const now = useNow();
  if (waiting || session === null) return t('waiting');
  const { startedBy: name, until, endedAt, end } = session;
  if (endedAt === null || end === null) {
    const time = new Intl.DateTimeFormat(currentLanguage(), { timeStyle: 'short' }).format(new Date(until));
    return t('running', { name, time });
  }
  const time = momentText(new Date(endedAt), now, currentLanguage());
  return t('ended', { name, time, reason: t(`ends.${end}`) });
}
