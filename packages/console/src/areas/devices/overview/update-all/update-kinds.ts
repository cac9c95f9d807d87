import {
  beginningText,
  capabilities,
  commandCatalogue,
  refusalOf,
  type Actor,
  type deviceGrants,
  type DeviceSummary,
  type OutputOf,
  type UpdateCommand,
} from '@fairwatch/contract';
import { serverErrorText } from '../../../../core/api/server-error-text.ts';
import { permittedUpdates, updateTitle } from '../../../../shared/run-progress/update-titles.ts';

/** A kind of data that can be updated. */
export interface UpdateKind {
  command: UpdateCommand;
  title: string;
  /** Why it cannot be updated now; null when it can. */
  reason: string | null;
}

interface Circumstances {
  device: Pick<DeviceSummary, 'offers' | 'noticeShown' | 'hours'>;
  grants: OutputOf<typeof deviceGrants>;
  now: Date;
}

/** The kinds of data that an admin may update, and why some cannot be updated now. The server checks again at the turn of each. */
export function updateKinds(actor: Actor | null, circumstances: Circumstances): UpdateKind[] {
  const forAll = refusalOfAll(circumstances);
  return permittedUpdates(actor).map((command) => {
    const { capability } = commandCatalogue[command];
    const isShared = circumstances.grants.grants.some((grant) => grant.capability === capability && grant.granted);
    const notShared = isShared
      ? null
      : serverErrorText('consent_missing', { capability: capabilities[capability].title });
    const reason = refusalOf(circumstances.device.offers, command) ?? notShared ?? forAll;
    return { command, title: updateTitle(command), reason };
  });
}

/** Why a device accepts no command at all now; null when it does. */
function refusalOfAll({ device, grants: { heldSince, pausedSince }, now }: Circumstances): string | null {
  if (heldSince !== null) return serverErrorText('device_held');
  if (pausedSince !== null) return serverErrorText('device_paused');
  if (device.noticeShown === false) return serverErrorText('notice_not_shown');
  const time = beginningText(device.hours, now);
  return time === '' ? null : serverErrorText('outside_hours', { time });
}
