import { files } from '@fairwatch/contract';
import { IconFolder } from '@tabler/icons-react';
import { DeviceFeaturePage } from '../../core/device-feature/device-feature-page.tsx';
import { useDeviceFeature } from '../../core/device-feature/use-device-feature.ts';
import { addTexts } from '../../core/i18n/i18n.ts';
import { columns } from './files.columns.tsx';
import texts from './files.texts.json';

addTexts('files', texts);

/** The folder that a device shares. */
export function FilesView() {
  const list = useDeviceFeature(files, { filter: { parent: '' } });
  return <DeviceFeaturePage list={list} columns={columns} icon={IconFolder} />;
}
