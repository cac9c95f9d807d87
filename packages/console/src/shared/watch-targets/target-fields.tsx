import { Stack } from '@mantine/core';
import { ChoiceField } from '../../core/components/buttons/choice.tsx';
import parts from '../../core/forms/form-parts.module.css';
import { Problem } from '../../core/forms/problem.tsx';
import { ChosenDevices, DeviceSearch } from './device-search.tsx';
import { GroupSelect } from './group-select.tsx';
import type { TargetDraft } from './target-draft.ts';
import { useTargetTexts } from './use-target-texts.ts';

interface TargetFieldsProps {
  /** What the devices are chosen for. */
  of: 'zone' | 'rule';
  draft: TargetDraft;
  onChange: (draft: TargetDraft) => void;
  /** True after an attempt to save: then what is missing is said. */
  tried: boolean;
}

/** For which devices something is: all, those of a group, or one. */
export function TargetFields({ of, draft, onChange, tried }: TargetFieldsProps) {
  const { t } = useTargetTexts();
  const { kind, groupId, device } = draft;
  return (
    <Stack gap="sm">
      <ChoiceField
        label={t('label')}
        options={(['ALL', 'GROUP', 'DEVICE'] as const).map((value) => ({ value, label: t(`kinds.${value}`) }))}
        value={kind}
        onChange={(chosen) => onChange({ ...draft, kind: chosen })}
      />
      {kind === 'ALL' && <p className={parts.hint}>{t(`${of}.all`)}</p>}
      {kind === 'GROUP' && (
        <GroupSelect
          label={t('group')}
          description={of === 'zone' ? t('zone.groupHint') : undefined}
          noGroups={t(`${of}.noGroups`)}
          value={groupId}
          error={tried && groupId === '' && t(`${of}.groupMissing`)}
          onChange={(chosen) => onChange({ ...draft, groupId: chosen })}
        />
      )}
      {kind === 'DEVICE' && device !== null && (
        <ChosenDevices
          devices={[device]}
          removeLabel={(name) => t('remove', { name })}
          onRemove={() => onChange({ ...draft, device: null })}
        />
      )}
      {kind === 'DEVICE' && device === null && (
        <>
          <DeviceSearch
            name="device"
            label={t('device')}
            placeholder={t(`${of}.deviceHint`)}
            noMatch={t('noMatch')}
            chooseLabel={(name) => t('choose', { name })}
            onChoose={(chosen) => onChange({ ...draft, device: chosen })}
          />
          {tried && <Problem text={t(`${of}.deviceMissing`)} />}
        </>
      )}
    </Stack>
  );
}
