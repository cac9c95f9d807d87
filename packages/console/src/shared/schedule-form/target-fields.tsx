import { limits } from '@fairwatch/contract';
import { ChoiceField } from '../../core/components/buttons/choice.tsx';
import parts from '../../core/forms/form-parts.module.css';
import { Problem } from '../../core/forms/problem.tsx';
import { ChosenDevices, DeviceSearch } from '../watch-targets/device-search.tsx';
import { GroupSelect } from '../watch-targets/group-select.tsx';
import type { FieldsProps } from './schedule-draft.ts';
import type { SelectedDevices, TargetKind } from './schedule-draft.ts';
import { useScheduleTexts } from './use-schedule-texts.ts';

/** The devices of a schedule: a group, chosen ones, those that were selected in a list, or those that it has already. */
export function TargetFields({ initial, ...props }: FieldsProps & { initial: TargetKind }) {
  const { t } = useScheduleTexts();
  const { draft, change, problems } = props;
  const offeredFirst = initial === 'KEPT' || initial === 'SELECTED' ? [initial] : [];
  const kinds = [...offeredFirst, 'DEVICES', 'GROUP'] as const;
  return (
    <div className={parts.part}>
      <ChoiceField
        label={t('target')}
        options={kinds.map((value) => ({ value, label: t(`targets.${value}`) }))}
        value={draft.target}
        onChange={(target) => change({ target })}
      />
      {draft.target === 'KEPT' && <p className={parts.hint}>{t('kept')}</p>}
      {draft.target === 'SELECTED' && draft.selected !== null && <Selected {...draft.selected} />}
      {draft.target === 'GROUP' && (
        <GroupSelect
          label={t('group')}
          description={t('followed')}
          noGroups={t('noGroups')}
          value={draft.groupId}
          error={problems.includes('groupId') && t('groupMissing')}
          onChange={(groupId) => change({ groupId })}
        />
      )}
      {draft.target === 'DEVICES' && <DevicesField {...props} />}
    </div>
  );
}

function Selected({ selection, count }: SelectedDevices) {
  const { t } = useScheduleTexts();
  return (
    <p className={parts.hint}>
      {t('selected', { count })} {selection.by === 'MATCHING' && t('selectedOnce')}
    </p>
  );
}

function DevicesField({ draft: { devices }, change, problems }: FieldsProps) {
  const { t } = useScheduleTexts();
  return (
    <>
      <ChosenDevices
        devices={devices}
        removeLabel={(name) => t('remove', { name })}
        onRemove={({ id }) => change({ devices: devices.filter((device) => device.id !== id) })}
      />
      <DeviceSearch
        name="devices"
        label={t('devices')}
        placeholder={t('devicesHint')}
        noMatch={t('noMatch')}
        chooseLabel={(name) => t('add', { name })}
        chosen={devices}
        disabled={devices.length >= limits.run.namedDevices}
        onChoose={(device) => change({ devices: [...devices, device] })}
      />
      {problems.includes('devices') && <Problem text={t('devicesMissing')} />}
    </>
  );
}
