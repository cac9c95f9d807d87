import type { FoundEvent } from '@fairwatch/device/core';
import { parseCalendar } from '@fairwatch/device/core/calendar';

export type CalendarAnswer = { events: FoundEvent[] } | { problem: string };

addEventListener('message', ({ data }: MessageEvent<string>) => {
  let answer: CalendarAnswer;
  try {
    answer = { events: parseCalendar(data, new Date()) };
  } catch (error) {
    answer = { problem: error instanceof Error ? error.message : String(error) };
  }
  postMessage(answer);
});
