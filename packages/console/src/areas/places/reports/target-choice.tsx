import { deviceList, limits, type WatchTarget } from '@fairwatch/contract';
import { Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { query } from '../../../core/api/query.ts';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
import { deviceName } from '../../../shared/device-feature/device/device-name.ts';
import { useGroups } from '../../../shared/group-tags/use-groups.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';

interface TargetChoiceProps {
  target: WatchTarget;
  /** The name of the chosen device. */
  name: string;
  onChange: (target: WatchTarget) => void;
}

/** Chooses the devices of a report: all, a group, or one. */
export function TargetChoice({ target, name, onChange }: TargetChoiceProps) {
  const { t } = useTranslation('reports');
  const groups = useGroups() ?? [];
  if (target.for === 'DEVICE') {
    return (
      <Button
        variant="default"
        rightSection={<IconX size={16} aria-hidden />}
        title={t('clearDevice')}
        aria-label={`${t('onlyDevice', { name })}. ${t('clearDevice')}`}
        onClick={() => onChange({ for: 'ALL' })}
      >
        {t('onlyDevice', { name })}
      </Button>
    );
  }
  return (
    <>
      <FilterSelect
        label={t('group')}
        any={t('all')}
        options={groups.map((group) => ({ value: String(group.id), label: group.name }))}
        value={target.for === 'GROUP' ? String(target.groupId) : ''}
        onChange={(groupId) =>
          onChange(groupId === undefined ? { for: 'ALL' } : { for: 'GROUP', groupId: Number(groupId) })
        }
      />
      <DeviceField onChoose={(deviceId) => onChange({ for: 'DEVICE', deviceId })} />
    </>
  );
}

/** How many matching devices the browser suggests. */
const suggested = 10;

/** A field in which a device is found by typing. It is chosen when a suggestion is taken. */
function DeviceField({ onChoose }: { onChoose: (deviceId: number) => void }) {
  const { t } = useTranslation('reports');
  const id = useId();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const { data } = useQuery({ ...query(deviceList, { page: 1, pageSize: suggested, search }), enabled: search !== '' });
  const found = (search === '' ? [] : (data?.data ?? [])).map((device) => {
    return { id: device.id, text: `${deviceName(device)} · ${device.username}` };
  });
  const take = (text: string) => {
    const chosen = found.find((device) => device.text === text);
    if (chosen) onChoose(chosen.id);
    else setTyped(text);
  };
  return (
    <>
      <TextInput
        flex="1 1 9rem"
        miw="6.5rem"
        aria-label={t('device')}
        placeholder={t('deviceHint')}
        list={id}
        autoComplete="off"
        maxLength={limits.search.maxLength}
        value={typed}
        onChange={(event) => take(event.currentTarget.value)}
        // Enter takes the only or first suggestion, for browsers that show none.
        onKeyDown={(event) => {
          if (event.key === 'Enter' && found[0]) onChoose(found[0].id);
        }}
      />
      <datalist id={id}>
        {found.map((device) => (
          <option key={device.id} value={device.text} aria-label={device.text} />
        ))}
      </datalist>
    </>
  );
}
