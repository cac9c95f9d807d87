import { commandState, type Command, type DeviceSummary } from '@fairwatch/contract';
import { clockText } from '../../../core/components/time/moment-text.ts';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { useDeviceFeatureTexts } from '../use-device-feature-texts.ts';

/** Returns what an open command waits for, in a sentence; null once it is being carried out. */
export function useWaitingText(device: DeviceSummary | null): (command: Command) => string | null {
  const { t } = useDeviceFeatureTexts();
  return (command) => {
    const state = commandState(command);
    if (state === 'RUNNING') return null;
    if (state === 'ASKING' || state === 'SEEN') {
      const until = clockText(new Date(command.expiresAt), currentLanguage());
      return t(state === 'SEEN' ? 'seen' : 'asking', { person: device?.displayName ?? t('thePerson'), until });
    }
    const status = device?.status ?? 'Online';
    return t(status === 'Online' ? 'waiting' : `waiting${status}`);
  };
}
