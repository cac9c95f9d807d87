import { describe, expect, it } from 'vitest';
import { filmOf, framesPerSecond } from './pictures.ts';
import { ids } from './webm-ids.ts';
import { writeWebm } from './webm.ts';

interface Element {
  id: number;
  /** From the beginning of the file. */
  start: number;
  data: Buffer;
}

/** Reads the elements of one level, as a player does. */
function* elements(file: Buffer, from: number, to: number): Generator<Element> {
  let place = from;
  while (place < to) {
    const start = place;
    const idLength = Math.clz32(file[place] ?? 0) - 23;
    const id = file.readUIntBE(place, idLength);
    place += idLength;
    const sizeLength = Math.clz32(file[place] ?? 0) - 23;
    const size = file.readUIntBE(place, sizeLength) - 2 ** (7 * sizeLength);
    place += sizeLength;
    yield { id, start, data: file.subarray(place, place + size) };
    place += size;
  }
}

const inside = (file: Buffer, { data }: Element): Element[] => {
  const from = data.byteOffset - file.byteOffset;
  return [...elements(file, from, from + data.length)];
};
const all = (list: Element[], id: number) => list.filter((element) => element.id === id);
const one = (list: Element[], id: number): Element => {
  const [found, ...more] = all(list, id);
  if (!found || more.length > 0) throw new Error(`There is not exactly one ${id.toString(16)}.`);
  return found;
};
const number = ({ data }: Element) => data.readUIntBE(0, data.length);

function read(file: Buffer) {
  const top = [...elements(file, 0, file.length)];
  const segment = one(top, ids.segment);
  return { top, segment, level1: inside(file, segment), from: segment.data.byteOffset - file.byteOffset };
}

const frames = Array.from({ length: 25 }, (_, place) => Buffer.alloc(50 + place, place));
const film = { width: 320, height: 240, framesPerSecond: 10, frames };

describe('a WebM file', () => {
  const file = writeWebm(film) ?? Buffer.alloc(0);
  const { top, level1, from } = read(file);

  it('says what it is: VP8, its size and its length', () => {
    expect(one(inside(file, one(top, ids.ebml)), ids.docType).data.toString()).toBe('webm');
    const info = inside(file, one(level1, ids.info));
    expect(one(info, ids.duration).data.readDoubleBE()).toBe(2500);
    expect(number(one(info, ids.timestampScale))).toBe(1_000_000);
    const track = inside(file, one(inside(file, one(level1, ids.tracks)), ids.trackEntry));
    expect(one(track, ids.codecId).data.toString()).toBe('V_VP8');
    const video = inside(file, one(track, ids.video));
    expect([number(one(video, ids.pixelWidth)), number(one(video, ids.pixelHeight))]).toEqual([320, 240]);
  });

  it('holds every frame in its order and at its time, each a place to start from', () => {
    const blocks = all(level1, ids.cluster).flatMap((cluster) => {
      const parts = inside(file, cluster);
      const time = number(one(parts, ids.timestamp));
      return all(parts, ids.simpleBlock).map(({ data }) => ({
        time: time + data.readInt16BE(1),
        track: data[0],
        keyFrame: data[3] === 0x80,
        frame: data.subarray(4),
      }));
    });
    expect(blocks.map(({ frame }) => frame)).toEqual(frames);
    expect(blocks.map(({ time }) => time)).toEqual(frames.map((_, place) => place * 100));
    expect(blocks.every(({ keyFrame, track }) => keyFrame && track === 0x81)).toBe(true);
  });

  it.each([
    ['as it is', file],
    ['filled up', writeWebm(film, 9000) ?? Buffer.alloc(0)],
  ])('leads to each second and to its own parts, %s', (_, written) => {
    const parts = read(written);
    const clusters = all(parts.level1, ids.cluster);
    const cues = inside(written, one(parts.level1, ids.cues)).map((point) => {
      const [time, positions] = inside(written, point);
      if (!time || !positions) throw new Error('A cue is incomplete.');
      return [number(time), number(one(inside(written, positions), ids.cueClusterPosition)) + parts.from];
    });
    expect(cues).toEqual(clusters.map(({ start }, second) => [second * 1000, start]));
    const seeks = inside(written, one(parts.level1, ids.seekHead)).map((seek) => {
      const fields = inside(written, seek);
      return [number(one(fields, ids.seekId)), number(one(fields, ids.seekPosition)) + parts.from];
    });
    expect(seeks).toEqual([ids.info, ids.tracks, ids.cues].map((id) => [id, one(parts.level1, id).start]));
  });

  it('has the size that is asked for, or is not written', () => {
    expect(from).toBeGreaterThan(0);
    expect(writeWebm(film, file.length)).toEqual(file);
    for (const more of [5, 6, 4000]) expect(writeWebm(film, file.length + more)?.length).toBe(file.length + more);
    for (const size of [file.length - 1, file.length + 4]) expect(writeWebm(film, size)).toBeNull();
  });
});

// Drawing takes its time on a busy machine.
describe('a film of a scene', () => {
  it('is made of VP8 key frames of its size, and moves', async () => {
    const view = { scene: 'dog', seed: 'film', width: 160, height: 120 } as const;
    const shares: number[] = [];
    const file = await filmOf(view, { seconds: 1, size: 90_000, onProgress: (share) => shares.push(share) });
    expect(file.length).toBe(90_000);
    expect(shares).toHaveLength(framesPerSecond);
    expect(shares.at(-1)).toBe(1);
    const cluster = one(read(file).level1, ids.cluster);
    const drawn = all(inside(file, cluster), ids.simpleBlock).map(({ data }) => data.subarray(4));
    expect(drawn).toHaveLength(framesPerSecond);
    for (const frame of drawn) {
      // The lowest bit is 0 for a key frame; then the start code and both sides.
      expect((frame[0] ?? 1) & 1).toBe(0);
      expect(frame.subarray(3, 6)).toEqual(Buffer.from([0x9d, 0x01, 0x2a]));
      expect([frame.readUInt16LE(6) & 0x3fff, frame.readUInt16LE(8) & 0x3fff]).toEqual([160, 120]);
    }
    expect(new Set(drawn.map((frame) => frame.toString('hex'))).size).toBeGreaterThan(5);
  });

  it('stops when it is no longer wanted', async () => {
    const view = { scene: 'cat', seed: 'film', width: 160, height: 120 } as const;
    const abort = new AbortController();
    const filming = filmOf(view, { seconds: 6, signal: abort.signal, onProgress: () => abort.abort() });
    await expect(filming).rejects.toThrow('aborted');
  });
});
