import type { Clock } from '../../fake/days.ts';
import { fakePhoneNumber, friendsIn, type Acquaintance } from '../../fake/people.ts';
import { seededRandom, type Random } from '../../fake/random.ts';
import { firstNames, lastNames } from '../../fake/words.ts';
import type { RowOf } from '../../core/commands/handlers.ts';
import { familyDialogues, friendDialogues, services, workDialogues, type Dialogue } from './messages.dialogues.ts';
import { fillSlots } from './messages.templates.ts';

type Message = RowOf<'messages'>;

/** Somebody a phone exchanges messages with. */
interface Thread {
  seed: string;
  address: string;
  name: string;
  dialogues: readonly Dialogue[];
  /** The average time between two dialogues. */
  paceMs: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The age at which messages are gone from the phone. */
const memoryMs = 270 * dayMs;
/** The longest time until a message is read. */
const readWithinMs = 48 * hourMs;

/**
 * The text messages of a phone: 15 to 40 threads with people and services. They follow from the seed and the calendar, so that they are
 * the same after a restart; each reading finds a few more.
 */
export function fakeMessages(
  random: Random,
  circle: readonly Acquaintance[],
  clock: Clock = Date.now,
): () => Message[] {
  const threads = fakeThreads(random, circle);
  const fresh: Message[] = [];
  let readAt: number | null = null;

  return () => {
    const at = clock();
    if (readAt !== null) fresh.push(...newMessages(threads, random, readAt, at, fresh.length));
    readAt = at;
    return threads.flatMap((thread) => {
      const written = [...remembered(thread, at), ...fresh.filter(({ address }) => address === thread.address)];
      return asRead(written, at);
    });
  };
}

function fakeThreads(random: Random, circle: readonly Acquaintance[]): Thread[] {
  const numbers = new Map(circle.map(({ name, phoneNumber }) => [name, phoneNumber.replaceAll(' ', '')]));
  const used = new Set<string>(numbers.values());
  const pace = random.int(4, 10) / 2;
  const newNumber = (): string => {
    const number = fakePhoneNumber(random).replaceAll(' ', '');
    if (used.has(number)) return newNumber();
    used.add(number);
    return number;
  };
  const person = (
    name: string,
    dialogues: readonly Dialogue[],
    hours: number,
    address = numbers.get(name) ?? newNumber(),
  ): Thread => {
    return { seed: String(random.next()), address, name, dialogues, paceMs: hours * pace * hourMs };
  };
  const fullName = (): string => {
    const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`;
    // Whoever is in the circle has a thread already, or none.
    return numbers.has(name) ? fullName() : name;
  };
  const family = ['Mum', 'Dad', random.pick(firstNames), 'Grandma'].slice(0, random.int(2, 4));
  const close = friendsIn(circle);
  const friends = Array.from({ length: random.int(4, 12) }, (_, place) => close[place]?.name ?? fullName());
  const colleagues = Array.from({ length: random.int(2, 8) }, (_, place) =>
    // Not everybody who writes is in the address book.
    place === 1 ? '' : fullName(),
  );
  const others = Array.from({ length: random.int(0, 6) }, () => (random.chance(0.5) ? '' : fullName()));
  return [
    ...family.map((name, place) => person(name, familyDialogues, 16 + 22 * place)),
    ...friends.map((name) => person(name, friendDialogues, random.int(50, 240))),
    ...colleagues.map((name) => person(name, workDialogues, random.int(70, 300))),
    ...others.map((name) => person(name, friendDialogues, random.int(400, 900))),
    ...services.map(({ name, address, dialogues }) => person(name, dialogues, random.int(90, 420), address)),
  ];
}

/**
 * The messages of a thread: one dialogue for each period of the calendar, at an hour when people are awake. An answer takes from
 * seconds to some minutes.
 */
function remembered(thread: Thread, now: number): Message[] {
  const { paceMs } = thread;
  const messages: Message[] = [];
  let free = 0;
  for (let place = Math.ceil((now - memoryMs) / paceMs); place * paceMs < now; place += 1) {
    const random = seededRandom(`${thread.seed}/${place}`);
    const day = Math.floor((place * paceMs + random.next() * paceMs * 0.5) / dayMs) * dayMs;
    const start = Math.max(free, day + random.int(7 * 60, 21 * 60) * minuteMs + random.int(0, 59_999));
    let at = start;
    const said = say(thread, random, String(place), () => {
      const moment = at;
      at += random.int(15_000, random.chance(0.3) ? 20 * minuteMs : 3 * minuteMs);
      return moment;
    });
    free = start + 2 * hourMs;
    messages.push(...said.filter(({ date }) => Date.parse(date) < now));
  }
  return messages;
}

/** The messages of one dialogue, in order. */
function say(
  { seed, address, name, dialogues }: Thread,
  random: Random,
  key: string,
  moment: (turn: number, turns: number) => number,
): Message[] {
  const fill = fillSlots(random);
  return random.pick(dialogues).map(({ sent, words }, turn, { length }) => ({
    key: `${seed.slice(2, 10)}-${key}-${turn}`,
    address,
    name,
    body: fill(words),
    date: new Date(moment(turn, length)).toISOString(),
    direction: sent ? 'SENT' : 'RECEIVED',
    read: true,
  }));
}

/** The messages since the last reading: one to three dialogues, compressed into the time that has passed. */
function newMessages(threads: readonly Thread[], random: Random, from: number, to: number, before: number): Message[] {
  const moment = (turn: number, turns: number) => from + Math.round(((turn + 1) / (turns + 1)) * (to - from));
  return Array.from({ length: random.int(1, 3) }, (_, place) => {
    // The most frequent contacts come first.
    const thread = threads[random.int(0, random.chance(0.6) ? 5 : threads.length - 1)];
    return thread ? say(thread, random, `new-${before}-${place}`, moment) : [];
  }).flat();
}

/** Whoever answers has read what came before; the rest is read some days later. */
function asRead(written: readonly Message[], now: number): Message[] {
  const sorted = written.toSorted((one, other) => Date.parse(one.date) - Date.parse(other.date));
  const answered = sorted.findLastIndex(({ direction }) => direction === 'SENT');
  for (const [place, message] of sorted.entries()) {
    message.read = place <= answered || Date.parse(message.date) < now - readWithinMs;
  }
  return sorted;
}
