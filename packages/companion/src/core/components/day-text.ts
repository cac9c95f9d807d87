const dayMs = 24 * 60 * 60 * 1000;

/** The day as a heading: "Today", "Yesterday", or "Monday, May 5, 2025". */
export function dayText(at: string, now = new Date()): string {
  const day = new Date(at);
  if (day.toDateString() === now.toDateString()) return 'Today';
  if (day.toDateString() === new Date(now.getTime() - dayMs).toDateString()) return 'Yesterday';
  return day.toLocaleDateString('en', { dateStyle: 'full' });
}

/** The time of day: "2:05 PM". */
export function timeText(at: string): string {
  return new Date(at).toLocaleTimeString('en', { timeStyle: 'short' });
}

/** Day and time: "May 5, 2025, 2:05 PM". */
export function dateTimeText(at: string): string {
  return new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}

/** Groups items by their day, in the given order. */
export function byDay<Item>(items: readonly Item[], timeOf: (item: Item) => string): { day: string; items: Item[] }[] {
  const days: { day: string; items: Item[] }[] = [];
  for (const item of items) {
    const day = dayText(timeOf(item));
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}
