/** One object of a list that Termux:API prints, its fields in their order. */
export type FakeRow = Readonly<Record<string, string | number | boolean | null>>;

/** Separates the fields of a row on its line. No JSON text holds it, since control characters are escaped there. */
const fieldSeparator = '\u001E';

/** Stores each row on a line of its own, so that a page can be cut out quickly. */
export function rowLines(rows: Iterable<FakeRow>): string {
  const lines: string[] = [];
  for (const row of rows) {
    const fields = Object.entries(row).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
    lines.push(`${fields.join(`,${fieldSeparator}`)}\n`);
  }
  return lines.join('');
}

/** A number of text messages, newest first, as `termux-sms-list` prints them. Those that were sent say "You". */
export function* fakeMessages(count: number): Generator<FakeRow> {
  for (let id = count; id > 0; id--) {
    const isSent = id % 3 === 0;
    const address = `+4917${String(1_000_000 + (id % 40))}`;
    yield {
      threadid: (id % 40) + 1,
      type: isSent ? 'sent' : 'inbox',
      read: id % 5 !== 0,
      sender: isSent ? 'You' : `Person ${id % 40}`,
      address,
      number: address,
      received: localTime(id),
      body: `Message ${id}: "quoted", 10 € & \\ / שלום\nsecond line`,
      _id: id,
    };
  }
}

/** A number of calls, newest first, as `termux-call-log` prints them. */
export function* fakeCalls(count: number): Generator<FakeRow> {
  const types = ['INCOMING', 'OUTGOING', 'MISSED', 'REJECTED', 'BLOCKED', 'VOICEMAIL', 'UNKNOWN_TYPE'];
  for (let id = count; id > 0; id--) {
    const type = types[id % types.length] ?? 'INCOMING';
    yield {
      name: id % 4 === 0 ? 'UNKNOWN_CALLER' : `Person ${id % 40}`,
      phone_number: `+4917${String(1_000_000 + (id % 40))}`,
      type,
      date: localTime(id),
      duration: id % 10 === 0 ? '01:02:03' : type === 'MISSED' ? '00:00' : '04:05',
      sim_id: id % 2 === 0 ? '1' : null,
    };
  }
}

/** A time of the phone's clock, one minute later with each id. */
function localTime(id: number): string {
  const time = new Date(Date.UTC(2026, 8, 1, 12) + id * 60_000);
  return time.toISOString().slice(0, 19).replace('T', ' ');
}
