import { IconCheck } from '@tabler/icons-react';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './app-download.module.css';

/** Explains what installing the app means for the person who carries the phone. */
export function WhatIsShared() {
  const { t } = useTranslation('app-download');
  const points = t('shares.points', { returnObjects: true }) as string[];
  return (
    <Card title={t('shares.title')}>
      <p className={classes.lead}>{t('shares.lead')}</p>
      <ul className={classes.points}>
        {points.map((point) => (
          <li key={point}>
            <IconCheck size={16} aria-hidden />
            {point}
          </li>
        ))}
      </ul>
    </Card>
  );
}
