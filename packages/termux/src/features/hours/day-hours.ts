import { spanBeginnings, spanEndings, spansPerDay, type DaySpan } from '@fairwatch/contract';

const spanPattern = /^(\d{1,2}:\d{2})\s*(?:-|–|to)\s*(\d{1,2}:\d{2})$/;

/** The times of a day on one line: "08:00-12:00, 13:00-17:00". */
export function dayText(spans: readonly DaySpan[]): string {
  return spans.map(({ from, to }) => `${from}-${to}`).join(', ');
}

/** Reads the times of a day as the person typed them; null when they cannot be understood. */
export function readDay(typed: string): DaySpan[] | null {
  const parts = typed
    .split(/,|\band\b/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length > spansPerDay) return null;
  const spans = parts.map(readSpan);
  return spans.includes(null) ? null : (spans as DaySpan[]);
}

function readSpan(part: string): DaySpan | null {
  const [, from = '', to = ''] = spanPattern.exec(part) ?? [];
  const span = { from: from.padStart(5, '0'), to: to.padStart(5, '0') };
  const isKnown = spanBeginnings.includes(span.from) && [...spanEndings, '00:00'].includes(span.to);
  return isKnown ? span : null;
}
