import { contacts } from '@fairwatch/contract';
import { IconAddressBook } from '@tabler/icons-react';
import { DeviceFeaturePage } from '../../../shared/device-feature/device-feature-page.tsx';
import { useDeviceFeature } from '../../../shared/device-feature/use-device-feature.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { columns } from './contacts.columns.tsx';
import texts from './contacts.texts.json';

addTexts('contacts', texts);

/** The address book of a device. */
export function ContactsView() {
  const list = useDeviceFeature(contacts);
  return <DeviceFeaturePage list={list} columns={columns} icon={IconAddressBook} />;
}
