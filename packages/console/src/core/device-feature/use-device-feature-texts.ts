import { useTranslation } from 'react-i18next';
import { addTexts } from '../i18n/i18n.ts';
import texts from './device-feature.texts.json';

addTexts('device-feature', texts);

/** The texts all device pages share; what a feature calls things is in its own namespace, named by its id. */
export function useDeviceFeatureTexts() {
  return useTranslation('device-feature');
}
