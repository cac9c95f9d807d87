import { offersWithout, type Capability, type CommandType, type Offers } from '@fairwatch/contract';

/** Why no browser can share the data of a capability; null where some browsers can. */
const limitsOfAnyBrowser: Readonly<Record<Capability, string | null>> = {
  CONTACTS: null,
  CALL_LOG: 'A browser cannot read the call history.',
  SMS: 'A browser cannot read text messages.',
  CALENDAR: null,
  GALLERY: null,
  LOCATION: null,
  FILES: null,
  APPS: 'A browser cannot see which apps are installed.',
  APP_PERMISSIONS: null,
  DEVICE_INFO: null,
  CAMERA: null,
  MICROPHONE: null,
  CALL_RECORDING: 'A browser cannot record calls.',
  NOTIFICATIONS: null,
};

/** Why the companion refuses a command whose capability a browser could share: nobody has written its collector yet. */
const commandsWithoutCollector: Readonly<Partial<Record<CommandType, string>>> = {};

/** Why this browser cannot share some data, by capability. */
export function browserRefusals(scope: Window & typeof globalThis = window): Partial<Record<Capability, string>> {
  const { navigator, isSecureContext } = scope;
  const refusals: Partial<Record<Capability, string>> = Object.fromEntries(
    Object.entries(limitsOfAnyBrowser).filter(([, reason]) => reason !== null),
  );
  const insecure = 'This page was not opened over HTTPS, and the browser does not allow it without.';
  if (!isSecureContext) {
    for (const capability of ['LOCATION', 'CAMERA', 'MICROPHONE', 'FILES', 'GALLERY'] as const) {
      refusals[capability] = insecure;
    }
    return refusals;
  }
  if (!navigator.geolocation) refusals.LOCATION = 'This browser cannot tell where it is.';
  if (!navigator.mediaDevices?.getUserMedia || !('MediaRecorder' in scope)) {
    refusals.CAMERA = 'This browser cannot use a camera.';
    refusals.MICROPHONE = 'This browser cannot use a microphone.';
  }
  if (!navigator.storage?.getDirectory) {
    refusals.FILES = 'This browser cannot keep a folder of files.';
    refusals.GALLERY = 'This browser cannot keep photos and videos.';
  }
  return refusals;
}

/** The commands that this browser can carry out, for `hello`. */
export function browserOffers(scope?: Window & typeof globalThis): Offers {
  const { commands, refusals } = offersWithout(browserRefusals(scope));
  return {
    lists: true,
    commands: commands.filter((type) => !(type in commandsWithoutCollector)),
    refusals: { ...commandsWithoutCollector, ...refusals },
  };
}
