import '@mantine/core/styles/Input.layer.css';
import { deviceList, limits } from '@fairwatch/contract';
import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { query } from '../api/query.ts';
import { ChoiceField } from '../components/buttons/choice.tsx';
import { deviceName } from '../device-feature/device/device-name.ts';
import { Problem } from '../forms/problem.tsx';
import { useGroups } from '../groups/use-groups.ts';
import type { TargetDraft } from './target-draft.ts';
import classes from './target-fields.module.css';
import { useTargetTexts } from './use-target-texts.ts';

interface TargetFieldsProps {
  draft: TargetDraft;
  onChange: (draft: TargetDraft) => void;
  /** True after an attempt to save: then what is missing is said. */
  tried: boolean;
}

/** For which devices something is: all, those of a group, or one. */
export function TargetFields(props: TargetFieldsProps) {
  const { t } = useTargetTexts();
  const { draft, onChange } = props;
  return (
    <div className={classes.part}>
      <ChoiceField
        label={t('label')}
        options={(['ALL', 'GROUP', 'DEVICE'] as const).map((value) => ({ value, label: t(`kinds.${value}`) }))}
        value={draft.kind}
        onChange={(kind) => onChange({ ...draft, kind })}
      />
      {draft.kind === 'ALL' && <p className={classes.hint}>{t('allHint')}</p>}
      {draft.kind === 'GROUP' && <GroupField {...props} />}
      {draft.kind === 'DEVICE' && <DeviceField {...props} />}
    </div>
  );
}

function GroupField({ draft, onChange, tried }: TargetFieldsProps) {
  const { t } = useTargetTexts();
  const groups = useGroups() ?? [];
  if (groups.length === 0) return <p className={classes.hint}>{t('noGroups')}</p>;
  return (
    <NativeSelect
      name="groupId"
      label={t('group')}
      description={t('groupHint')}
      data={[{ value: '', label: '' }, ...groups.map(({ id, name }) => ({ value: String(id), label: name }))]}
      value={draft.groupId}
      error={tried && draft.groupId === '' && t('groupMissing')}
      onChange={({ currentTarget }) => onChange({ ...draft, groupId: currentTarget.value })}
    />
  );
}

/** How many matching devices are offered below the field. */
const offered = 6;

function DeviceField({ draft, onChange, tried }: TargetFieldsProps) {
  const { t } = useTargetTexts();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const { data } = useQuery({
    ...query(deviceList, { page: 1, pageSize: offered, search }),
    enabled: search !== '' && draft.device === null,
  });
  const { device } = draft;
  if (device !== null) {
    return (
      <span className={classes.chosen}>
        {device.name}
        <CloseButton
          size="xs"
          aria-label={t('remove', { name: device.name })}
          onClick={() => onChange({ ...draft, device: null })}
        />
      </span>
    );
  }
  return (
    <>
      <TextInput
        name="device"
        type="search"
        label={t('device')}
        placeholder={t('deviceHint')}
        autoComplete="off"
        maxLength={limits.search.maxLength}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Enter would send the whole form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {search !== '' && data && (
        <ul className={classes.found}>
          {data.data.length === 0 && <li className={classes.hint}>{t('noMatch')}</li>}
          {data.data.map((found) => {
            const name = deviceName(found);
            return (
              <li key={found.id}>
                <button
                  type="button"
                  aria-label={t('choose', { name })}
                  onClick={() => {
                    onChange({ ...draft, device: { id: found.id, name } });
                    setTyped('');
                  }}
                >
                  {name} <span>{found.username}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {tried && <Problem text={t('deviceMissing')} />}
    </>
  );
}
