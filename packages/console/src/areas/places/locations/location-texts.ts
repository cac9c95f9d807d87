import type { NamedPoint } from './track-shape.ts';

type Coordinates = Pick<NamedPoint, 'latitude' | 'longitude'>;

const digits = 6;

/** Latitude first, the order that map services accept. */
export function coordinatesText({ latitude, longitude }: Coordinates): string {
  return `${degreesText(latitude)}, ${degreesText(longitude)}`;
}

export function degreesText(degrees: number): string {
  return degrees.toFixed(digits);
}

/** The local time in another time zone; null when it equals the browser's local time, or the time zone is unknown to the browser. */
export function localTimeText(at: number, timezone: string, language: string): string | null {
  const style = { weekday: 'short', hour: '2-digit', minute: '2-digit' } as const;
  try {
    const localTime = new Intl.DateTimeFormat(language, { ...style, timeZone: timezone }).format(at);
    return localTime === new Intl.DateTimeFormat(language, style).format(at) ? null : localTime;
  } catch {
    // The browser does not know the time zone.
    return null;
  }
}
