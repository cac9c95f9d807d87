import { offersWithout, type Capability, type Offers } from '@fairwatch/contract';

/** What no browser gives to a page. */
const never: Readonly<Partial<Record<Capability, string>>> = {
  CALL_LOG: 'A browser cannot read the call history.',
  SMS: 'A browser cannot read text messages.',
  APPS: 'A browser cannot see which apps are installed.',
  CALL_RECORDING: 'A browser cannot record calls.',
};

/** Why this browser cannot do some of what there is, by capability. */
export function browserRefusals(scope: Window & typeof globalThis = window): Partial<Record<Capability, string>> {
  const { navigator, isSecureContext } = scope;
  const refusals = { ...never };
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

/** What this browser can carry out, for `hello`. */
export function browserOffers(scope?: Window & typeof globalThis): Offers {
  return offersWithout(browserRefusals(scope));
}
