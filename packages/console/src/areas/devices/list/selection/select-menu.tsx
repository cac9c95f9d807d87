import type { ListedDevice } from '@fairwatch/contract';
import { IconSquareCheck } from '@tabler/icons-react';
import tool from '../../../../core/components/buttons/tool-button.module.css';
import { DropPanel, PanelOption } from '../../../../core/components/overlays/drop-panel.tsx';
import type { PagedList } from '../../../../core/components/table/use-paged-list.ts';
import { Tag } from '../../../../shared/group-tags/group-tags.tsx';
import { useGroups } from '../../../../shared/group-tags/use-groups.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import classes from './selection.module.css';
import type { Narrowing } from './selection.ts';
import { useDeviceSelecting } from './use-selection.ts';

interface SelectMenuProps {
  list: PagedList<ListedDevice>;
  narrowing: Narrowing;
}

/** Selects all devices on the page, all that match, or those of a group. Cards on a phone have no heading with a checkbox. */
export function SelectMenu({ list, narrowing }: SelectMenuProps) {
  const { t } = useTranslation('devices');
  const groups = useGroups()?.filter(({ devices }) => devices > 0) ?? [];
  const selecting = useDeviceSelecting();
  const matching = list.pagination?.totalItems ?? 0;
  if (selecting === null) return null;
  const { selection, isPageSelected, togglePage, select } = selecting;
  const empty = matching === 0 ? t('select.none') : null;
  return (
    <DropPanel
      label={t('select.button')}
      className={tool.button}
      face={
        <>
          <IconSquareCheck size={16} aria-hidden />
          <span className={tool.word}>{t('select.button')}</span>
        </>
      }
    >
      <PanelOption pressed={isPageSelected && selection.by === 'DEVICES'} reason={empty} onClick={togglePage}>
        {t('select.page')}
      </PanelOption>
      <PanelOption
        pressed={selection.by === 'MATCHING'}
        reason={empty}
        onClick={() => select({ by: 'MATCHING', ...narrowing })}
      >
        {t('select.matching', { count: matching })}
      </PanelOption>
      {groups.length > 0 && (
        <fieldset className={classes.groups} aria-label={t('select.groups')}>
          {groups.map((group) => (
            <PanelOption
              key={group.id}
              pressed={selection.by === 'GROUP' && selection.groupId === group.id}
              onClick={() => select({ by: 'GROUP', groupId: group.id })}
            >
              <Tag group={group} />
              {t('select.group', { count: group.devices })}
            </PanelOption>
          ))}
        </fieldset>
      )}
    </DropPanel>
  );
}
