import { capabilities, capabilityNames, presets, type PresetName } from '@fairwatch/contract';
import { Stack, Text, Title } from '@mantine/core';
import { IconHome, IconLayoutGrid, IconSchool, IconTruck, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import classes from './preset.module.css';
import { usePresetTexts } from './use-preset-texts.ts';

const icons: Readonly<Record<PresetName, Icon>> = {
  family: IconHome,
  school: IconSchool,
  fleet: IconTruck,
  everything: IconLayoutGrid,
};

interface PresetCardProps {
  preset: PresetName;
  isCurrent?: boolean;
  /** The button, or a note in its place. */
  children: ReactNode;
}

/** Who an installation can be for, in a sentence, with the kinds of data that it uses and leaves out. */
export function PresetCard({ preset, isCurrent = false, children }: PresetCardProps) {
  const { t } = usePresetTexts();
  const { kinds } = presets[preset];
  const unused = capabilityNames.filter((name) => !kinds.includes(name));
  const PresetIcon = icons[preset];
  return (
    <section className={classes.card} data-current={isCurrent || undefined} aria-label={t(`name.${preset}`)}>
      <div className={classes.head}>
        <span className={classes.icon}>
          <PresetIcon size={20} stroke={1.6} aria-hidden />
        </span>
        <Title order={3}>{t(`name.${preset}`)}</Title>
      </div>
      <Text size="sm">{t(`about.${preset}`)}</Text>
      <Stack component="dl" gap="xs" className={classes.kinds}>
        <div>
          <dt>{t('uses')}</dt>
          <dd>{unused.length === 0 ? t('usesAll', { count: kinds.length }) : titlesOf(kinds)}</dd>
        </div>
        <div>
          <dt>{t('leavesOut')}</dt>
          <dd>{unused.length === 0 ? t('leavesNothing') : titlesOf(unused)}</dd>
        </div>
      </Stack>
      <div className={classes.action}>{children}</div>
    </section>
  );
}

function titlesOf(kinds: readonly (keyof typeof capabilities)[]): string {
  const titles = kinds.map((kind) => capabilities[kind].title.toLocaleLowerCase(currentLanguage()));
  return new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(titles);
}
