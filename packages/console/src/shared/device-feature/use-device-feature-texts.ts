import type { DeviceFeature } from '@fairwatch/contract';
import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import texts from './device-feature.texts.json';

addTexts('device-feature', texts);

/** The texts that all device pages share. Those of a feature are in its own namespace, which is named by its id. */
export function useDeviceFeatureTexts() {
  return useTranslation('device-feature');
}

/** The namespace of a device page's own texts: its feature's id, or one of the gallery's two pages. */
export type PageTexts = DeviceFeature['id'] | 'photos' | 'videos';

/** The texts of a device page. All of them have the keys that are used here, as `text-keys.test.ts` checks, so they are typed as one of them. */
export function usePageTexts(namespace: PageTexts) {
  return useTranslation(namespace as 'contacts');
}
