import { offersWithout, type Capability, type CommandType, type Offers } from '@fairwatch/contract';
import { t } from './browser.texts.ts';

/** What no browser can share. */
const impossible = ['CALL_LOG', 'SMS', 'APPS', 'CALL_RECORDING'] as const satisfies Capability[];

/** Why the companion refuses a command whose capability a browser could share: nobody has written its collector yet. */
const commandsWithoutCollector = (): Partial<Record<CommandType, string>> => ({});

/** Why this browser cannot share some data, by capability. */
export function browserRefusals(scope: Window & typeof globalThis = window): Partial<Record<Capability, string>> {
  const { navigator, isSecureContext } = scope;
  const refusals: Partial<Record<Capability, string>> = {};
  for (const capability of impossible) refusals[capability] = t(`refusal.${capability}`);
  if (!isSecureContext) {
    for (const capability of ['LOCATION', 'CAMERA', 'MICROPHONE', 'FILES', 'GALLERY'] as const) {
      refusals[capability] = t('refusal.insecure');
    }
    return refusals;
  }
  if (!navigator.geolocation) refusals.LOCATION = t('refusal.LOCATION');
  if (!navigator.mediaDevices?.getUserMedia || !('MediaRecorder' in scope)) {
    refusals.CAMERA = t('refusal.CAMERA');
    refusals.MICROPHONE = t('refusal.MICROPHONE');
  }
  return refusals;
}

/** The commands that this browser can carry out, for `hello`. A browser that cannot encode video sends a live view as single pictures. */
export function browserOffers(scope?: Window & typeof globalThis): Offers {
  const { commands, refusals } = offersWithout(browserRefusals(scope));
  const refused = commandsWithoutCollector();
  return {
    lists: true,
    commands: commands.filter((type) => !(type in refused)),
    refusals: { ...refused, ...refusals },
  };
}
