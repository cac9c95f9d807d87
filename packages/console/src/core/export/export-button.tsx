import { percentOf } from '@fairwatch/contract';
import { ActionIcon, Group } from '@mantine/core';
import { IconFileSpreadsheet, IconX } from '@tabler/icons-react';
import type { ListRow } from '../components/table/columns.ts';
import classes from './export-button.module.css';
import { ReasonButton } from '../components/buttons/reason-button.tsx';
import { useComponentTexts } from '../components/use-component-texts.ts';
import type { ExportSource } from './export-rows.ts';
import { useExport } from './use-export.ts';

interface ExportButtonProps<Row extends ListRow> {
  source: ExportSource<Row>;
  /** True when there are no rows to export. */
  empty: boolean;
}

/** Saves the whole list as an Excel file. It shows the progress and can be cancelled. */
export function ExportButton<Row extends ListRow>({ source, empty }: ExportButtonProps<Row>) {
  const { t } = useComponentTexts();
  const { share, start, cancel } = useExport(source);
  const isRunning = share !== null;
  const percent = percentOf(share ?? 0, 1);
  return (
    <Group gap={4} wrap="nowrap" className={classes.export}>
      <ReasonButton
        variant="default"
        className={classes.button}
        style={{ '--export-share': share ?? 0 }}
        reason={isRunning ? t('export.progress', { percent }) : empty ? t('export.nothing') : null}
        leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        onClick={() => void start()}
      >
        {isRunning ? t('export.progress', { percent }) : t('export.button')}
      </ReasonButton>
      {isRunning && (
        <ActionIcon variant="default" size={36} aria-label={t('export.cancel')} onClick={cancel}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
      <output className="fw-hidden">{isRunning ? t('export.label') : ''}</output>
    </Group>
  );
}
