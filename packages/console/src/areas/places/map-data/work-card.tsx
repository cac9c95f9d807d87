import { cancelMapData, type MapWork } from '@fairwatch/contract';
import { Button, Group, Text } from '@mantine/core';
import { Card } from '../../../core/components/page/card.tsx';
import { sizeText } from '../../../core/components/text/size-text.ts';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import { Problem } from '../../../core/forms/problem.tsx';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { actOnMap } from './act-on-map.ts';
import classes from './map-data.module.css';

const size = (bytes: number) => sizeText(bytes, currentLanguage());

/** The map on its way, or how the last one ended. */
export function WorkCard({ work }: { work: MapWork }) {
  const { t } = useTranslation('map-data');
  const { state, problem, fileName } = work;
  if (state === 'RUNNING') return <Progress work={work} />;
  if (state === 'FAILED') {
    return (
      <Card spaced title={t('work.title')}>
        <Problem text={problem ?? ''} />
        {fileName === null && <p className="fw-note">{t('work.again')}</p>}
      </Card>
    );
  }
  return (
    <Text size="sm" component="output" data-tone={state === 'DONE' ? 'good' : undefined}>
      {t(`work.${state}`)}
    </Text>
  );
}

function Progress({ work: { step, doneBytes, totalBytes, startedBy, startedAt } }: { work: MapWork }) {
  const { t } = useTranslation('map-data');
  // Without a total the bar moves without an end.
  const progress = totalBytes > 0 ? { value: Math.min(doneBytes, totalBytes), max: totalBytes } : {};
  return (
    <Card spaced title={t('work.title')} about={t('work.leave')}>
      <Group justify="space-between" gap="xs">
        <Text component="output" fw={500}>
          {t(`work.${step}`)}
        </Text>
        {totalBytes > 0 && (
          <Text size="sm" c="dimmed">
            {t('work.of', { done: size(doneBytes), total: size(totalBytes) })}
          </Text>
        )}
      </Group>
      <progress className={classes.bar} aria-label={t(`work.${step}`)} {...progress} />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" component="div">
          <TimedText words={t('work.by', { name: startedBy })} at={startedAt} />
        </Text>
        <Button variant="default" size="xs" onClick={() => void actOnMap(cancelMapData, {})}>
          {t('work.cancel')}
        </Button>
      </Group>
    </Card>
  );
}
