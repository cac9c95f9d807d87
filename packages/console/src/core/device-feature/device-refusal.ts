import { errorText, refusalOf, type CommandType, type DeviceSummary } from '@fairwatch/contract';

/** The fields of a device that decide whether it refuses a command; null while the device is not loaded. */
export type Refusing = Pick<DeviceSummary, 'offers' | 'noticeShown'> | null;

/**
 * Why a device carries out no such command, whoever asks and whenever: its client cannot, or the note that it is supervised is not
 * shown. Null when neither is so. Pages write this out beside the button: it does not pass by waiting.
 */
export function deviceRefusal(device: Refusing, type: CommandType): string | null {
  if (device === null) return null;
  return refusalOf(device.offers, type) ?? (device.noticeShown === false ? errorText('notice_not_shown') : null);
}
