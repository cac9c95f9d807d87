import { photoOf } from '../../fake/media/pictures.ts';
import { fakeVoice, voiceBytes } from '../../fake/media/sound.ts';
import { seededRandom, type Random } from '../../fake/random.ts';
import { cities, firstNames } from '../../fake/words.ts';
import { MemoryFolder, type Entry } from './memory-folder.ts';
import { fakeCsv, fakeNote, fakePdf } from './written-files.ts';

const folders = [
  'Documents',
  'Documents/School',
  'Documents/Taxes',
  'Download',
  'Music',
  'Notes',
  'Pictures',
  'Pictures/Wallpapers',
  'Recordings',
];

type Kind = keyof typeof makers;

/** Makes a file of each type. Its bytes are the same each time, so that the server already has them after the first upload. */
const makers = {
  pdf: written('application/pdf', fakePdf),
  csv: written('text/csv', fakeCsv),
  txt: written('text/plain', fakeNote),
  wav: (random: Random) => {
    const seconds = random.int(3, 12);
    return { mimeType: 'audio/wav', size: voiceBytes(seconds), make: async () => fakeVoice(random, seconds) };
  },
  jpg: (random: Random, title: string) => {
    const scene = random.pick(['mountains', 'beach', 'forest', 'city', 'flowers'] as const);
    const size = random.int(220_000, 420_000);
    const make = () => photoOf({ scene, seed: title, width: 1080, height: 1620 }, size);
    return { mimeType: 'image/jpeg', size, make };
  },
};

/** Makes a text file. It is written at once, which is fast and gives its size. */
function written(mimeType: string, write: (random: Random, title: string) => Buffer) {
  return (random: Random, title: string) => {
    const bytes = write(random, title);
    return { mimeType, size: bytes.length, make: async () => bytes };
  };
}

const titles: readonly (readonly [folder: string, kind: Kind, titles: readonly string[]])[] = [
  ['Documents', 'pdf', ['Rental agreement', 'Insurance policy', 'Train tickets', 'Manual washing machine']],
  ['Documents', 'csv', ['Household budget', 'Book list']],
  ['Documents/School', 'pdf', ['Timetable', 'Permission slip museum trip', 'Biology worksheet 4', 'Letter to parents']],
  ['Documents/Taxes', 'pdf', ['Tax return 2024', 'Tax return 2025', 'Donation receipts']],
  ['Download', 'pdf', ['Boarding pass', 'Recipe lentil soup', 'Menu Harbour Pizza', 'Invoice 20418']],
  ['Download', 'csv', ['Running log', 'Bank statement October']],
  ['Music', 'wav', ['Voice memo song idea', 'Humming']],
  ['Notes', 'txt', ['Shopping', 'Packing list', 'Wi-Fi guests', 'Ideas', 'To do']],
  ['Pictures/Wallpapers', 'jpg', ['Morning', 'Harbour', 'Weekend']],
  ['Recordings', 'wav', ['Choir practice', 'Interview grandma']],
];

/** The shared folder of a simulated phone: what people keep there. Now and then something is downloaded. */
export function fakeSharedFolder(random: Random, now: () => Date = () => new Date()) {
  const seed = `files-${random.int(0, 2 ** 31)}`;
  const ago = (days: number) => new Date(now().getTime() - random.int(0, days * 24 * 60) * 60_000);
  const entries: Entry[] = folders.map((path) => ({ key: `folder-${path}`, path, modifiedAt: ago(400), file: null }));
  for (const [folder, kind, names] of titles) {
    for (const title of names) if (random.chance(0.75)) entries.push(fakeFile(seed, folder, kind, title, ago(300)));
  }
  const folder = new MemoryFolder(entries, now);
  let read = false;
  return {
    folder,
    /** Lists the folder. Between two readings a file may be added. */
    list: async () => {
      if (read && random.chance(0.5)) {
        const title = `Postcard ${random.pick(cities)} ${random.pick(firstNames)} ${random.int(1, 99)}`;
        folder.add(fakeFile(seed, 'Download', random.pick(['pdf', 'txt'] as const), title, new Date(now())));
      }
      read = true;
      return await folder.list();
    },
  };
}

function fakeFile(seed: string, folder: string, kind: Kind, title: string, modifiedAt: Date): Entry {
  const path = `${folder}/${title}.${kind}`;
  const file = makers[kind](seededRandom(`${seed}/${path}`), title);
  return { key: `file-${path}`.slice(0, 200), path, modifiedAt, file };
}
