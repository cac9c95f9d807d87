import { apps } from '@fairwatch/contract';
import { IconApps } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Choice } from '../../../core/components/buttons/choice.tsx';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import { DeviceFeaturePage } from '../../../shared/device-feature/device-feature-page.tsx';
import { useDeviceFeature } from '../../../shared/device-feature/use-device-feature.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { columnsOf } from './apps.columns.tsx';
import texts from './apps.texts.json';

addTexts('apps', texts);

/** The apps on a device. Apps that came with the phone are left out unless the URL has `show=all`. */
export function AppsView() {
  const { t } = useTranslation('apps');
  const { raw, patch } = useUrlSearch();
  const all = raw['show'] === 'all';
  const list = useDeviceFeature(apps, { filter: all ? {} : { system: false } });
  const columns = useMemo(() => columnsOf(list.deviceId, all), [list.deviceId, all]);
  return (
    <DeviceFeaturePage
      list={list}
      columns={columns}
      icon={IconApps}
      filters={
        <Choice
          label={t('show.label')}
          options={[
            { value: 'own', label: t('show.own') },
            { value: 'all', label: t('show.all') },
          ]}
          value={list.filter.active ? null : all ? 'all' : 'own'}
          onChange={(show) => patch({ show: show === 'all' ? 'all' : undefined, page: undefined })}
        />
      }
    />
  );
}
