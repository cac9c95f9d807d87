import { percentOf, type deviceInfo, type InfoGroup, type OutputOf } from '@fairwatch/contract';
import { Box, Group, Text } from '@mantine/core';
import {
  IconBattery3,
  IconCpu,
  IconDatabase,
  IconDeviceMobile,
  IconId,
  IconWifi,
  type TablerIcon,
} from '@tabler/icons-react';
import { CopyButton } from '../../../core/components/text/copy-button.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './device-info.module.css';

export type Info = OutputOf<typeof deviceInfo.list>[number];

const icons: Record<InfoGroup, TablerIcon> = {
  IDENTITY: IconId,
  SYSTEM: IconCpu,
  BATTERY: IconBattery3,
  NETWORK: IconWifi,
  STORAGE: IconDatabase,
  SCREEN: IconDeviceMobile,
};

interface InfoCardProps {
  group: InfoGroup;
  facts: readonly Info[];
}

/** One group of a device's details. */
export function InfoCard({ group, facts }: InfoCardProps) {
  const { t } = useTranslation('device-info');
  const Icon = icons[group];
  const title = t(`group.${group}`);
  return (
    <section className={`fw-panel ${classes.card}`} aria-label={title}>
      <Group component="header" gap="xs" p="xs" pl={14} className={classes.head}>
        <Icon size={18} stroke={1.6} aria-hidden />
        <Text component="h2" fw={600} c="var(--fw-ink)" flex={1}>
          {title}
        </Text>
        <CopyButton
          label={t('copy.group', { group: title })}
          text={facts.map(({ name, value }) => `${name}: ${value}`).join('\n')}
        />
      </Group>
      <Box component="dl" py={4}>
        {facts.map((fact) => (
          <Fact key={fact.id} {...fact} />
        ))}
      </Box>
    </section>
  );
}

function Fact({ name, value, group, used, total }: Info) {
  const { t } = useTranslation('device-info');
  const percent = used === null || !total ? null : percentOf(used, total);
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <Group component="dd" wrap="nowrap" gap={4}>
        <span className="fw-grow fw-figures">{value}</span>
        <CopyButton label={t('copy.one', { name })} text={value} />
      </Group>
      {percent !== null && (
        <dd className={classes.bar}>
          <meter
            className={classes.meter}
            aria-label={t('share', { name, percent })}
            min={0}
            max={100}
            value={percent}
            data-tone={toneOf(group, percent)}
          />
        </dd>
      )}
    </div>
  );
}

/** Whether a meter is critical: a storage that is nearly full, or a battery that is nearly empty. */
function toneOf(group: InfoGroup, percent: number): 'bad' | 'warn' | undefined {
  const scarce = group === 'STORAGE' ? 100 - percent : group === 'BATTERY' ? percent : 100;
  if (scarce <= 10) return 'bad';
  return scarce <= 20 ? 'warn' : undefined;
}
