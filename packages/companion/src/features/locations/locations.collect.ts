import { ownZone } from '@fairwatch/contract';
import type { Collect } from '@fairwatch/device/core';

/** The timeout of one attempt. A GPS receiver without a fix needs long indoors. */
const tryMs = 20_000;
/** The maximum age of a rough position. */
const roughAgeMs = 60_000;

const problems: Readonly<Record<number, string>> = {
  1: 'The browser does not let this page know where it is. The person can allow it in the settings of their browser.',
  2: 'The phone could not find out where it is.',
  3: 'The phone could not find out in time where it is.',
};

/** Collects the current position as one point. Earlier points stay on the server for their retention time. */
export function collectLocations(geolocation: Geolocation = navigator.geolocation): Collect<'locations'> {
  return async (work) => {
    const position = await findPosition(geolocation, work?.signal);
    const { latitude, longitude, accuracy } = position.coords;
    // A few browsers use another epoch than 1970; then the current time is taken.
    const isSensible = Math.abs(position.timestamp - Date.now()) < 24 * 60 * 60 * 1000;
    const at = new Date(isSensible ? position.timestamp : Date.now());
    return [
      {
        key: `point-${Math.round(at.getTime() / 1000)}`,
        nickname: '',
        latitude,
        longitude,
        accuracy: Math.max(0, Math.round(accuracy)),
        address: '',
        timezone: ownZone(),
        localDateTime: at.toISOString(),
      },
    ];
  };
}

/** Gets an exact position, or a rough one when that fails or takes too long. */
async function findPosition(geolocation: Geolocation, signal: AbortSignal | undefined): Promise<GeolocationPosition> {
  try {
    return await ask(geolocation, { enableHighAccuracy: true, timeout: tryMs, maximumAge: 0 });
  } catch (error) {
    signal?.throwIfAborted();
    if (codeOf(error) === 1) throw inWords(error);
  }
  try {
    return await ask(geolocation, { enableHighAccuracy: false, timeout: tryMs, maximumAge: roughAgeMs });
  } catch (error) {
    throw inWords(error);
  }
}

function ask(geolocation: Geolocation, options: PositionOptions): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) => geolocation.getCurrentPosition(resolve, reject, options));
}

function codeOf(error: unknown): number {
  return (error as Partial<GeolocationPositionError>).code ?? 2;
}

function inWords(error: unknown): Error {
  return new Error(problems[codeOf(error)] ?? problems[2], { cause: error });
}
