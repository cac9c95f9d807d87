import { deviceList, groupList, limits } from '@fairwatch/contract';
import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { query } from '../api/query.ts';
import { ChoiceField } from '../components/buttons/choice.tsx';
import { useCan } from '../components/can.tsx';
import { deviceName } from '../device-feature/device/device-name.ts';
import { Problem } from '../forms/problem.tsx';
import type { FieldsProps } from './schedule-dialog.tsx';
import type { SelectedDevices, TargetKind } from './schedule-draft.ts';
import classes from './schedule-dialog.module.css';
import { useScheduleTexts } from './use-schedule-texts.ts';

/** The devices of a schedule: a group, chosen ones, those that were selected in a list, or those that it has already. */
export function TargetFields({ initial, ...props }: FieldsProps & { initial: TargetKind }) {
  const { t } = useScheduleTexts();
  const { draft, change } = props;
  const offeredFirst = initial === 'KEPT' || initial === 'SELECTED' ? [initial] : [];
  const kinds = [...offeredFirst, 'DEVICES', 'GROUP'] as const;
  return (
    <div className={classes.part}>
      <ChoiceField
        label={t('target')}
        options={kinds.map((value) => ({ value, label: t(`targets.${value}`) }))}
        value={draft.target}
        onChange={(target) => change({ target })}
      />
      {draft.target === 'KEPT' && <p className={classes.hint}>{t('kept')}</p>}
      {draft.target === 'SELECTED' && draft.selected !== null && <Selected {...draft.selected} />}
      {draft.target === 'GROUP' && <GroupField {...props} />}
      {draft.target === 'DEVICES' && <DevicesField {...props} />}
    </div>
  );
}

function Selected({ selection, count }: SelectedDevices) {
  const { t } = useScheduleTexts();
  return (
    <p className={classes.hint}>
      {t('selected', { count })} {selection.by === 'MATCHING' && t('selectedOnce')}
    </p>
  );
}

function GroupField({ draft, change, problems }: FieldsProps) {
  const { t } = useScheduleTexts();
  const enabled = useCan(groupList);
  const { data, isSuccess } = useQuery({ ...query(groupList, {}), enabled });
  const groups = data?.data ?? [];
  if ((isSuccess || !enabled) && groups.length === 0) return <p className={classes.hint}>{t('noGroups')}</p>;
  return (
    <NativeSelect
      name="groupId"
      label={t('group')}
      description={t('followed')}
      data={[{ value: '', label: '' }, ...groups.map(({ id, name }) => ({ value: String(id), label: name }))]}
      value={draft.groupId}
      error={problems.includes('groupId') && t('groupMissing')}
      onChange={({ currentTarget }) => change({ groupId: currentTarget.value })}
    />
  );
}

/** How many matching devices are offered below the field. */
const offered = 6;

function DevicesField({ draft: { devices }, change, problems }: FieldsProps) {
  const { t } = useScheduleTexts();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const input = { page: 1, pageSize: offered + devices.length, search };
  const { data } = useQuery({ ...query(deviceList, input), enabled: search !== '' });
  const found = (data?.data ?? []).filter(({ id }) => devices.every((device) => device.id !== id)).slice(0, offered);
  const isFull = devices.length >= limits.run.namedDevices;
  return (
    <>
      {devices.length > 0 && (
        <ul className={classes.chosen}>
          {devices.map(({ id, name }) => (
            <li key={id}>
              {name}
              <CloseButton
                size="xs"
                aria-label={t('remove', { name })}
                onClick={() => change({ devices: devices.filter((device) => device.id !== id) })}
              />
            </li>
          ))}
        </ul>
      )}
      <TextInput
        name="devices"
        type="search"
        label={t('devices')}
        placeholder={t('devicesHint')}
        autoComplete="off"
        disabled={isFull}
        maxLength={limits.search.maxLength}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Enter would send the whole form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {search !== '' && data && (
        <ul className={classes.found}>
          {found.length === 0 && <li className={classes.hint}>{t('noMatch')}</li>}
          {found.map((device) => {
            const name = deviceName(device);
            return (
              <li key={device.id}>
                <button
                  type="button"
                  aria-label={t('add', { name })}
                  onClick={() => {
                    change({ devices: [...devices, { id: device.id, name }] });
                    setTyped('');
                  }}
                >
                  {name} <span>{device.username}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {problems.includes('devices') && <Problem text={t('devicesMissing')} />}
    </>
  );
}
