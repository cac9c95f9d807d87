import { Box, Button, Stack, Text } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import classes from './devices.module.css';
import type { ListRow } from '../../../core/components/table/columns.ts';
import { DropPanel } from '../../../core/components/overlays/drop-panel.tsx';
import tool from '../../../core/components/buttons/tool-button.module.css';
import { useComponentTexts } from '../../../core/components/use-component-texts.ts';
import { canHide, type VisibleColumns } from '../../../core/components/table/use-visible-columns.ts';
import { i18n } from '../../../core/i18n/i18n.ts';

/** A panel that shows and hides the columns of a table. */
export function ColumnChooser<Row extends ListRow>({ columns }: { columns: VisibleColumns<Row> }) {
  const { t } = useComponentTexts();
  const { all, shown, toggle, showAll } = columns;
  return (
    <DropPanel
      label={t('columns.button')}
      className={`${tool.button} ${classes.chooser}`}
      face={
        <>
          <IconColumns3 size={16} aria-hidden />
          <span className={tool.word}>{t('columns.button')}</span>
        </>
      }
    >
      <Stack component="fieldset" gap={2} p={4}>
        <Text component="legend" size="xs" fw={600} c="dimmed" px="xs" py={4}>
          {t('columns.label')}
        </Text>
        {all.filter(canHide).map((column) => (
          <Box key={column.key} component="label" className="fw-check" px="xs">
            <input type="checkbox" checked={shown.includes(column)} onChange={() => toggle(column.key)} />
            {i18n.t(column.header)}
          </Box>
        ))}
        {shown.length < all.length && (
          <Button variant="subtle" size="compact-sm" fullWidth onClick={showAll}>
            {t('columns.reset')}
          </Button>
        )}
      </Stack>
    </DropPanel>
  );
}
