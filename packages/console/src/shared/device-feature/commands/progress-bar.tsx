import { Group, Text } from '@mantine/core';
import { useDeviceFeatureTexts } from '../use-device-feature-texts.ts';

interface ProgressProps {
  percent: number;
}

/** The progress that a device reports for a command. */
export function ProgressBar({ percent }: ProgressProps) {
  const { t } = useDeviceFeatureTexts();
  return (
    <Group component="span" wrap="nowrap" gap={6}>
      <progress style={{ width: '5rem' }} value={percent} max={100} aria-label={t('progress')} />
      <Percent percent={percent} />
    </Group>
  );
}

/** The progress as text, where there is no room for a bar. */
export function Percent({ percent }: ProgressProps) {
  const { t } = useDeviceFeatureTexts();
  return (
    <Text span size="xs" c="dimmed" ml={5} className="fw-figures">
      {t('percent', { percent })}
    </Text>
  );
}
