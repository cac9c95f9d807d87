import { askedSentence, type Command, type DeviceSummary } from '@fairwatch/contract';
import type { Answer } from '../../../core/api/client.ts';
import { i18n } from '../../../core/i18n/i18n.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import { deviceName } from '../device/device-name.ts';
import '../use-device-feature-texts.ts';

/** Shows a toast for a request that gives a command. It says what the device was asked for: nothing is done yet. */
export function toastCommand(
  request: Promise<Answer<Command>>,
  device: DeviceSummary | null,
): Promise<Answer<Command>> {
  return toastPromise(request, undefined, ({ data: { commandTypeEnum, details } }) =>
    askedSentence(commandTypeEnum, details, device ? deviceName(device) : i18n.t('device-feature:theDevice')),
  );
}
