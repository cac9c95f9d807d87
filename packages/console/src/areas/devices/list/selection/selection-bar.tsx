import { deviceList, type InputOf, limits, percentOf, type ListedDevice } from '@fairwatch/contract';
import { Button, CloseButton, Group, Text } from '@mantine/core';
import {
  IconBell,
  IconCalendarRepeat,
  IconDeviceMobileOff,
  IconFileSpreadsheet,
  IconMapPin,
  IconMessageQuestion,
  IconRefresh,
  IconTagMinus,
  IconTagPlus,
  IconUserShare,
  type TablerIcon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { ReasonButton } from '../../../../core/components/buttons/reason-button.tsx';
import { useExport } from '../../../../core/export/use-export.ts';
import { useGroups } from '../../../../shared/group-tags/use-groups.ts';
import { addTexts } from '../../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { useAdminSession } from '../../../../core/session/session-store.ts';
import { lazyDialog } from '../../../../core/shortcuts/opening.tsx';
import { exportColumns, usedColumns } from '../devices.columns.tsx';
import { permittedActions, type SelectionAction } from './permitted-actions.ts';
import classes from './selection.module.css';
import { countSelected, selectionInput, type Selection } from './selection.ts';
import texts from './selection.texts.json';
import type { DeviceSelecting } from './use-selection.ts';
import { call } from '../../../../core/api/client.ts';
import type { FetchPage } from '../../../../core/export/collect-rows.ts';

addTexts('selection', texts);

// Lazy, because a selection needs at most one of them.
const SelectionDialog = lazyDialog(async () => (await import('./selection-dialog.tsx')).SelectionDialog);

const icons: Record<SelectionAction, TablerIcon> = {
  update: IconRefresh,
  locate: IconMapPin,
  notify: IconBell,
  ask: IconMessageQuestion,
  schedule: IconCalendarRepeat,
  addToGroup: IconTagPlus,
  removeFromGroup: IconTagMinus,
  assign: IconUserShare,
  export: IconFileSpreadsheet,
  end: IconDeviceMobileOff,
};

interface SelectionBarProps {
  selecting: DeviceSelecting;
  /** How many devices match the search and the filters. */
  matching: number;
  /** What the list on screen was asked for with. */
  input: InputOf<typeof deviceList>;
}

/** Says how many devices are selected and offers what the admin may do with them. */
export function SelectionBar({ selecting, matching, input }: SelectionBarProps) {
  const { t } = useTranslation('selection');
  const { selection, isPageSelected, select, clear } = selecting;
  const session = useAdminSession();
  const groups = useGroups() ?? [];
  const [dialog, setDialog] = useState<Exclude<SelectionAction, 'export'> | null>(null);
  const count = countSelected(selection, { matching, groups });
  const { namedDevices } = limits.run;
  const tooMany = selection.by === 'DEVICES' && count > namedDevices ? t('tooMany', { count: namedDevices }) : null;
  const actions = permittedActions(session.isAuthenticated ? session : null);
  return (
    <Group component="section" className={`fw-selection-bar ${classes.bar}`} gap="xs" aria-label={t('label')}>
      <Group gap={6}>
        <CloseButton aria-label={t('clear')} title={t('clear')} onClick={clear} />
        <output className="fw-figures">{countWords(selection)}</output>
        {selection.by === 'DEVICES' && isPageSelected && matching > count && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => select({ by: 'MATCHING', search: input.search ?? '', filter: input.filter ?? {} })}
          >
            {t('selectMatching', { count: matching })}
          </Button>
        )}
      </Group>
      <div className={classes.actions}>
        {actions.map((action) =>
          action === 'export' ? (
            <ExportSelected key={action} selection={selection} input={input} />
          ) : (
            <ReasonButton
              key={action}
              size="xs"
              variant="default"
              {...(action === 'end' && { c: 'var(--mantine-color-error)' })}
              leftSection={<ActionIcon action={action} />}
              reason={count === 0 ? t('none') : tooMany}
              onClick={() => setDialog(action)}
            >
              {t(`action.${action}`)}
            </ReasonButton>
          ),
        )}
      </div>
      {tooMany !== null && (
        <Text size="xs" data-tone="warn">
          {tooMany}
        </Text>
      )}
      {dialog !== null && (
        <SelectionDialog
          action={dialog}
          selection={selectionInput(selection)}
          count={count}
          close={() => setDialog(null)}
          clear={clear}
        />
      )}
    </Group>
  );

  function countWords(current: Selection): string {
    if (current.by === 'MATCHING') return t('count.MATCHING', { count });
    if (current.by === 'DEVICES') return t('count.DEVICES', { count });
    const name = groups.find(({ id }) => id === current.groupId)?.name ?? '';
    return t('count.GROUP', { count, name });
  }
}

function ActionIcon({ action }: { action: SelectionAction }) {
  const Icon = icons[action];
  return <Icon size={16} aria-hidden />;
}

function ExportSelected({ selection, input }: { selection: Selection; input: SelectionBarProps['input'] }) {
  const { t } = useTranslation('selection');
  const { share, start, cancel } = useExport({
    name: t('sheet'),
    fileWords: ['devices', 'selected'],
    columns: usedColumns(exportColumns),
    fetchPage: pagesOfSelection(selection, input),
  });
  const isRunning = share !== null;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<ActionIcon action="export" />}
      onClick={isRunning ? cancel : () => void start()}
    >
      {isRunning ? t('exporting', { percent: percentOf(share, 1) }) : t('action.export')}
    </Button>
  );
}

type Narrowed = InputOf<typeof deviceList>;

/** Reads the selected devices page by page, in the order of the list. `input` is what the list on screen was asked for with. */
function pagesOfSelection(selection: Selection, input: Narrowed): FetchPage<ListedDevice> {
  if (selection.by === 'GROUP') {
    const filter = { groupId: selection.groupId };
    return (page, signal) => call(deviceList, { ...input, search: '', filter, ...page }, signal);
  }
  if (selection.by === 'MATCHING') return (page, signal) => call(deviceList, { ...input, ...page }, signal);
  const missing = new Set(selection.ids);
  return async (page, signal) => {
    const { data, pagination } = await call(deviceList, { ...input, ...page }, signal);
    const rows = data.filter(({ id }) => missing.delete(id));
    // The rest of the list need not be read once all are found.
    const { next: _next, ...end } = pagination ?? {};
    return { data: rows, pagination: missing.size === 0 ? (end as typeof pagination) : pagination };
  };
}
