import { expect, it } from 'vitest';
import { droppedFiles, pickedFiles } from './dropped-files.ts';

const file = (name: string) => new File([name], name);

/** What a browser hands out for something that was dropped. */
function entryOf(name: string, content?: object[]): object {
  if (!content) return { isFile: true, name, file: (take: (found: File) => void) => take(file(name)) };
  const batches = [content.slice(0, 1), content.slice(1), []].filter((batch, place) => batch.length > 0 || place === 2);
  return {
    isFile: false,
    name,
    createReader: () => ({ readEntries: (take: (found: object[]) => void) => take(batches.shift() ?? []) }),
  };
}

const drop = (...entries: object[]) =>
  ({ items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })), files: [] }) as unknown as DataTransfer;

const placesOf = async (data: DataTransfer) => (await droppedFiles(data)).map((each) => [each.below, each.file.name]);

it('takes dropped files, and folders all the way down, however many answers the browser needs', async () => {
  const trip = entryOf('Trip', [
    entryOf('plan.pdf'),
    entryOf('Day 1', [entryOf('a.jpg'), entryOf('b.jpg')]),
    entryOf('Empty', []),
  ]);
  expect(await placesOf(drop(entryOf('loose.csv'), trip))).toEqual([
    ['', 'loose.csv'],
    ['Trip', 'plan.pdf'],
    ['Trip/Day 1', 'a.jpg'],
    ['Trip/Day 1', 'b.jpg'],
  ]);
});

it('keeps the folders of a folder that was picked', () => {
  const inFolder = Object.defineProperty(file('a.jpg'), 'webkitRelativePath', { value: 'Trip/Day 1/a.jpg' });
  const loose = Object.defineProperty(file('b.jpg'), 'webkitRelativePath', { value: '' });
  expect(pickedFiles([inFolder, loose]).map(({ below }) => below)).toEqual(['Trip/Day 1', '']);
});
