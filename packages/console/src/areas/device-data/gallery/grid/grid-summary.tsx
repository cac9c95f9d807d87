import { Group, NativeSelect } from '@mantine/core';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { monthsOf, type Layout } from './layout.ts';
import { monthText } from '../media-texts.ts';
import { i18n } from '../../../../core/i18n/i18n.ts';

interface GridSummaryProps {
  layout: Layout;
  total: number;
  /** The i18n namespace of the page. */
  namespace: 'photos' | 'videos';
  onJump: (position: number) => void;
}

/** The number of items, and a select that jumps to a month. */
export function GridSummary({ layout, total, namespace, onJump }: GridSummaryProps) {
  const { t } = useTranslation('gallery');
  const months = monthsOf(layout.sections);
  return (
    <Group justify="space-between" gap="sm" mih={44} px="md" pt="xs" c="dimmed">
      <output>{i18n.t(`${namespace}:total`, { count: total })}</output>
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
    </Group>
  );
}
