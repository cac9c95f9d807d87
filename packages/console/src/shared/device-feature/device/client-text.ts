import { platformWords, type Device } from '@fairwatch/contract';
import { i18n } from '../../../core/i18n/i18n.ts';
import '../../../core/components/use-component-texts.ts';

/** The client of a device, such as "Browser on Android"; empty when it is unknown. The system is included only while it is shared. */
export function clientText({ platform, osName }: Pick<Device, 'platform' | 'osName'>): string {
  if (platform === null) return '';
  const client = platformWords[platform];
  return osName === null ? client : i18n.t('components:clientOn', { client, system: osName });
}
