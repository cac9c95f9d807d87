import { deleteZone, updateZone, type Zone } from '@fairwatch/contract';
import { Stack, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { runChange } from '../../../shared/changes/run-change.ts';
import { DeleteAction } from '../../../core/components/buttons/delete-action.tsx';
import { RowAction } from '../../../core/components/buttons/row-action.tsx';
import { useCan } from '../../../core/components/can.tsx';
import { foldText } from '../../../core/components/text/fold-text.ts';
import { Swatch } from '../../../shared/group-tags/group-tags.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useTargetName, useTargetTexts } from '../../../shared/watch-targets/use-target-texts.ts';
import classes from './zones.module.css';
import { currentLanguage } from '../../../core/i18n/i18n.ts';

interface ZoneListProps {
  zones: readonly Zone[];
  /** The zone that was clicked last, here or on the map. */
  chosen: number | null;
  onChoose: (zone: Zone) => void;
  onEdit: (zone: Zone) => void;
}

/** The zones by name. Choosing one shows it on the map. */
export function ZoneList({ zones, chosen, onChoose, onEdit }: ZoneListProps) {
  const { t } = useTranslation('zones');
  const [search, setSearch] = useState('');
  const wanted = foldText(search.trim());
  const shown = zones.filter(({ name }) => foldText(name).includes(wanted));
  return (
    <Stack gap="sm">
      <TextInput
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {shown.length === 0 && <small>{t('noMatch')}</small>}
      <ul className="fw-lines" aria-label={t('list')}>
        {shown.map((zone) => (
          <ZoneRow
            key={zone.id}
            zone={zone}
            isChosen={zone.id === chosen}
            onChoose={() => onChoose(zone)}
            onEdit={() => onEdit(zone)}
          />
        ))}
      </ul>
    </Stack>
  );
}

interface ZoneRowProps {
  zone: Zone;
  isChosen: boolean;
  onChoose: () => void;
  onEdit: () => void;
}

function ZoneRow({ zone, isChosen, onChoose, onEdit }: ZoneRowProps) {
  const { t } = useTranslation('zones');
  const { t: targetText } = useTargetTexts();
  const targetName = useTargetName();
  const mayChange = useCan(updateZone) && zone.mine;
  const { id: zoneId, name, colour, area, owner, target, devices } = zone;
  return (
    <li className={classes.row} data-chosen={isChosen || undefined}>
      <Swatch colour={colour} />
      <button
        type="button"
        className={classes.choose}
        aria-pressed={isChosen}
        title={t('show', { name })}
        onClick={onChoose}
      >
        <strong>{name}</strong>
        <small>
          {targetName(zone)}
          {target.for !== 'DEVICE' && ` · ${targetText('devices', { count: devices })}`}
        </small>
        <small>
          {area.shape === 'CIRCLE'
            ? t('circle', { radius: radiusText(area.radius) })
            : t('polygon', { count: area.corners.length })}
          {' · '}
          {t('by', { name: owner })}
        </small>
      </button>
      {mayChange && (
        <span className="fw-inline">
          <RowAction icon={IconPencil} label={t('edit', { name })} onClick={onEdit} />
          <DeleteAction
            label={t('delete', { name })}
            title={t('deleteTitle', { name })}
            text={t('deleteText')}
            confirm={t('deleteConfirm')}
            cancel={t('cancel')}
            onDelete={() => void runChange('zones', call(deleteZone, { zoneId }))}
          />
        </span>
      )}
    </li>
  );
}

/** A radius as people say it: `200 m`, and from a kilometre on `1.5 km`. */
function radiusText(metres: number): string {
  const isFar = metres >= 1000;
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit: isFar ? 'kilometer' : 'meter',
    maximumFractionDigits: isFar ? 1 : 0,
  }).format(isFar ? metres / 1000 : metres);
}
