import { locations } from '@fairwatch/contract';
import { IconMapPin } from '@tabler/icons-react';
import { DeviceFeaturePage } from '../../core/device-feature/device-feature-page.tsx';
import { useDeviceFeature } from '../../core/device-feature/use-device-feature.ts';
import { addTexts } from '../../core/i18n/i18n.ts';
import { columns } from './locations.columns.tsx';
import texts from './locations.texts.json';

addTexts('locations', texts);

/** Where a device is and has been. */
export function LocationsView() {
  const list = useDeviceFeature(locations);
  return <DeviceFeaturePage list={list} columns={columns} icon={IconMapPin} />;
}
