import { percentOf, type VersionCounts } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './dashboard.module.css';
import { currentLanguage } from '../../../core/i18n/i18n.ts';

const shownAtMost = 6;

interface VersionBarsProps {
  title: string;
  /** `notShared` counts the devices whose people do not share their version, `withheld` those whose version this admin is not told. */
  counts: VersionCounts & { notShared?: number; withheld?: number };
}

/** Devices per version as bars, largest first. Names and numbers are next to the bars, so that nobody has to compare lengths. */
export function VersionBars({ title, counts }: VersionBarsProps) {
  const { versions, otherDevices, notShared = 0, withheld = 0 } = counts;
  const { t } = useTranslation('dashboard');
  const total = versions.reduce((sum, { devices }) => sum + devices, otherDevices + notShared + withheld);
  // A single further version takes no more room than the line that would sum it up.
  const shown = versions.length === shownAtMost + 1 ? shownAtMost + 1 : shownAtMost;
  const named = versions.slice(0, shown).reduce((sum, { devices }) => sum + devices, 0);
  const rest = total - notShared - withheld - named;
  const lines = [
    ...versions.slice(0, shown).map(({ name, devices }) => ({ name: name.trim() || t('unknown'), devices })),
    ...(rest > 0 ? [{ name: t('others'), devices: rest }] : []),
    ...(notShared > 0 ? [{ name: t('notShared'), devices: notShared }] : []),
    ...(withheld > 0 ? [{ name: t('withheld'), devices: withheld }] : []),
  ];
  const shareText = (devices: number) => {
    return devices / total < 0.01 ? t('lessThanOne') : t('share', { percent: percentOf(devices, total) });
  };
  return (
    <Card title={title}>
      {lines.length === 0 && <Text c="dimmed">{t('noCounts')}</Text>}
      <ul className={classes.bars}>
        {lines.map(({ name, devices }) => (
          <li key={name}>
            <span className="fw-ellipsis">{name}</span>
            <span className="fw-strong">{devices.toLocaleString(currentLanguage())}</span>
            <span className="fw-muted">{shareText(devices)}</span>
            <span className="fw-meter" aria-hidden>
              <span style={{ width: `${(devices / total) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
