import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './gallery.module.css';
import { monthsOf, type Layout } from './layout.ts';
import { monthText } from './media-texts.ts';

interface GridSummaryProps {
  layout: Layout;
  total: number;
  /** The namespace of the page's own words. */
  words: string;
  onJump: (place: number) => void;
}

/** How many there are, and a way to any month. */
export function GridSummary({ layout, total, words, onJump }: GridSummaryProps) {
  const { t } = useTranslation(['gallery', words]);
  const months = monthsOf(layout.sections);
  return (
    <div className={classes.summary}>
      <output>{t('total', { ns: words, count: total })}</output>
      {months.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={t('jump')}
          value=""
          onChange={(event) => onJump(Number(event.currentTarget.value))}
          data={[
            { value: '', label: t('jump'), disabled: true },
            ...months.map(({ month, from }) => ({ value: String(from), label: monthText(month) })),
          ]}
        />
      )}
    </div>
  );
}
