import { refusalOf, type CommandType, type DeviceSummary } from '@fairwatch/contract';
import { serverErrorText } from '../../../core/api/server-error-text.ts';

/** The fields of a device that decide whether it refuses a command; null while the device is not loaded. */
export type Refusing = Pick<DeviceSummary, 'offers' | 'noticeShown'> | null;

/**
 * Why a device refuses every command of a type: its client cannot carry it out, or the supervision notice is not shown. Null when
 * it accepts them. Pages show this as text beside the button, because waiting does not help.
 */
export function deviceRefusal(device: Refusing, type: CommandType): string | null {
  if (device === null) return null;
  return refusalOf(device.offers, type) ?? (device.noticeShown === false ? serverErrorText('notice_not_shown') : null);
}
