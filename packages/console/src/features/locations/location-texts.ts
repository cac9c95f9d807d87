import type { NamedPoint } from './track-shape.ts';

type Coordinates = Pick<NamedPoint, 'latitude' | 'longitude'>;

const digits = 6;

/** As maps and messages take them: latitude first. */
export function coordinatesText({ latitude, longitude }: Coordinates): string {
  return `${degreesText(latitude)}, ${degreesText(longitude)}`;
}

export function degreesText(degrees: number): string {
  return degrees.toFixed(digits);
}

/** The time on the clocks of another time zone; null where they show the same as the reader's. */
export function localTimeText(at: number, timezone: string, language: string): string | null {
  const style = { weekday: 'short', hour: '2-digit', minute: '2-digit' } as const;
  try {
    const there = new Intl.DateTimeFormat(language, { ...style, timeZone: timezone }).format(at);
    return there === new Intl.DateTimeFormat(language, style).format(at) ? null : there;
  } catch {
    // A time zone that this browser does not know.
    return null;
  }
}
