import { deviceList, groupList, limits } from '@fairwatch/contract';
import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { query } from '../../core/api/query.ts';
import { ChoiceField } from '../../core/components/buttons/choice.tsx';
import { useCan } from '../../core/components/can.tsx';
import { deviceName } from '../../core/device-feature/device/device-name.ts';
import { Problem } from '../../core/forms/problem.tsx';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import type { FieldsProps } from './rule-fields.tsx';
import classes from './rule-dialog.module.css';

const kinds = ['ALL', 'GROUP', 'DEVICE'] as const;

/** For which devices a rule is: all, a group, or one. */
export function RuleTargetFields(props: FieldsProps) {
  const { t } = useTranslation('alerts');
  const { draft, change } = props;
  return (
    <div className={classes.part}>
      <ChoiceField
        label={t('form.target')}
        options={kinds.map((value) => ({ value, label: t(`form.targets.${value}`) }))}
        value={draft.target}
        onChange={(target) => change({ target })}
      />
      {draft.target === 'ALL' && <p className={classes.hint}>{t('form.all')}</p>}
      {draft.target === 'GROUP' && <GroupField {...props} />}
      {draft.target === 'DEVICE' && <DeviceField {...props} />}
    </div>
  );
}

function GroupField({ draft, change, problems }: FieldsProps) {
  const { t } = useTranslation('alerts');
  const enabled = useCan(groupList);
  const { data, isSuccess } = useQuery({ ...query(groupList, {}), enabled });
  const groups = data?.data ?? [];
  if ((isSuccess || !enabled) && groups.length === 0) return <p className={classes.hint}>{t('form.noGroups')}</p>;
  return (
    <NativeSelect
      name="groupId"
      label={t('form.group')}
      data={[{ value: '', label: '' }, ...groups.map(({ id, name }) => ({ value: String(id), label: name }))]}
      value={draft.groupId}
      error={problems.includes('groupId') && t('form.groupMissing')}
      onChange={({ currentTarget }) => change({ groupId: currentTarget.value })}
    />
  );
}

/** How many matching devices are offered below the field. */
const offered = 6;

function DeviceField({ draft: { device }, change, problems }: FieldsProps) {
  const { t } = useTranslation('alerts');
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const enabled = useCan(deviceList) && search !== '';
  const { data } = useQuery({ ...query(deviceList, { page: 1, pageSize: offered, search }), enabled });
  if (device !== null) {
    return (
      <ul className={classes.chosen}>
        <li>
          {device.name}
          <CloseButton
            size="xs"
            aria-label={t('form.remove', { name: device.name })}
            onClick={() => change({ device: null })}
          />
        </li>
      </ul>
    );
  }
  return (
    <>
      <TextInput
        name="device"
        type="search"
        label={t('form.device')}
        placeholder={t('form.deviceHint')}
        autoComplete="off"
        maxLength={limits.search.maxLength}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Enter would send the whole form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {search !== '' && data && (
        <ul className={classes.found}>
          {data.data.length === 0 && <li className={classes.hint}>{t('form.noMatch')}</li>}
          {data.data.map((each) => {
            const name = deviceName(each);
            return (
              <li key={each.id}>
                <button
                  type="button"
                  aria-label={t('form.add', { name })}
                  onClick={() => change({ device: { id: each.id, name } })}
                >
                  {name} <span>{each.username}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {problems.includes('device') && <Problem text={t('form.deviceMissing')} />}
    </>
  );
}
