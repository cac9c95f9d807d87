import '@mantine/core/styles/VisuallyHidden.layer.css';
import { percentOf } from '@fairwatch/contract';
import { ActionIcon, Group, VisuallyHidden } from '@mantine/core';
import { IconFileSpreadsheet, IconX } from '@tabler/icons-react';
import type { ListRow } from '../components/columns.ts';
import classes from './export-button.module.css';
import { ReasonButton } from '../components/reason-button.tsx';
import { useComponentTexts } from '../components/use-component-texts.ts';
import type { ExportSource } from './export-rows.ts';
import { useExport } from './use-export.ts';

interface ExportButtonProps<Row extends ListRow> {
  source: ExportSource<Row>;
  /** There are no rows to export. */
  empty: boolean;
}

/** Saves the whole list as an Excel file, shows how far it is, and can be stopped. */
export function ExportButton<Row extends ListRow>({ source, empty }: ExportButtonProps<Row>) {
  const { t } = useComponentTexts();
  const { share, start, cancel } = useExport(source);
  const running = share !== null;
  const percent = percentOf(share ?? 0, 1);
  return (
    <Group gap={4} wrap="nowrap" className={classes.export}>
      <ReasonButton
        variant="default"
        className={classes.button}
        style={{ '--export-share': share ?? 0 }}
        reason={running ? t('export.progress', { percent }) : empty ? t('export.nothing') : null}
        leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        onClick={() => void start()}
      >
        {running ? t('export.progress', { percent }) : t('export.button')}
      </ReasonButton>
      {running && (
        <ActionIcon variant="default" size={36} aria-label={t('export.cancel')} onClick={cancel}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
      <VisuallyHidden component="output">{running ? t('export.label') : ''}</VisuallyHidden>
    </Group>
  );
}
