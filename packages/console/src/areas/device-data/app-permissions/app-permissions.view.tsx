import { appPermissions, permissionRequirements, permissionStatuses } from '@fairwatch/contract';
import { IconLock } from '@tabler/icons-react';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
import { DeviceFeatureHeader } from '../../../shared/device-feature/device-feature-header.tsx';
import { DeviceFeatureTable } from '../../../shared/device-feature/device-feature-page.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { GrantsPanel } from './grants-panel.tsx';
import { useDeviceFeature, type DeviceFeatureList } from '../../../shared/device-feature/use-device-feature.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { columns, exportColumns } from './app-permissions.columns.tsx';
import classes from './app-permissions.module.css';
import texts from './app-permissions.texts.json';

addTexts('app-permissions', texts);

/** The permissions that the device's system gave the app, next to what its person shares. Neither follows from the other. */
export function AppPermissionsView() {
  const list = useDeviceFeature(appPermissions);
  return (
    <>
      <DeviceFeatureHeader list={list} />
      <div className={classes.columns} data-loading={list.rows.loading || undefined}>
        <DeviceFeatureTable
          list={list}
          columns={columns}
          exportColumns={exportColumns}
          icon={IconLock}
          filters={<Filters {...list.filter} />}
        />
        <GrantsPanel deviceId={list.deviceId} />
      </div>
    </>
  );
}

function Filters({ values, change }: DeviceFeatureList<{ id: number }>['filter']) {
  const { t } = useTranslation('app-permissions');
  return (
    <>
      <FilterSelect
        label={t('filter.status')}
        any={t('filter.anyStatus')}
        options={permissionStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
        value={values['status']}
        onChange={(status) => change({ status })}
      />
      <FilterSelect
        label={t('filter.requirement')}
        any={t('filter.anyRequirement')}
        options={permissionRequirements.map((value) => ({ value, label: t(`requirement.${value}`) }))}
        value={values['userPermissionRequirement']}
        onChange={(userPermissionRequirement) => change({ userPermissionRequirement })}
      />
    </>
  );
}
