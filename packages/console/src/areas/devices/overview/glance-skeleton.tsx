import { Stack } from '@mantine/core';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { LoadingLines } from './loading-lines.tsx';
import classes from './overview.module.css';

/** Skeletons of the cards, of about the same height. */
const columns = [
  [
    ['account.title', 5],
    ['ground.title', 4],
    ['device.title', 11],
  ],
  [
    ['consent.title', 7],
    ['activity.title', 6],
  ],
] as const;

/** The shape of the overview while it is loading. */
export function GlanceSkeleton() {
  const { t } = useTranslation('overview');
  return (
    <div className={classes.grid}>
      {columns.map((cards) => (
        <Stack key={cards[0][0]}>
          {cards.map(([title, lines]) => (
            <Card key={title} title={t(title)}>
              <LoadingLines count={lines} />
            </Card>
          ))}
        </Stack>
      ))}
    </div>
  );
}
