import { ids } from './webm-ids.ts';

/**
 * Writes WebM files: a small, seekable container around VP8 frames that somebody else encoded. Every frame is a key
 * frame, so that a player can start at any of them.
 */

export interface Film {
  width: number;
  height: number;
  framesPerSecond: number;
  /** VP8 key frames in their order. */
  frames: readonly Uint8Array[];
}

const track = 1;
const keyFrame = 0x80;
/** The size of the shortest padding element (Void): its id, its length in four bytes, and no content. */
const shortestVoid = 5;

/**
 * Writes the film as a file. With `size` it has exactly so many bytes: the rest is padding (a Void element). Null when the film does
 * not fit into that size.
 */
export function writeWebm(film: Film, size?: number): Buffer | null {
  const clusters = clustersOf(film);
  const header = element(ids.ebml, [
    uint(ids.ebmlVersion, 1),
    uint(ids.ebmlReadVersion, 1),
    uint(ids.ebmlMaxIdLength, 4),
    uint(ids.ebmlMaxSizeLength, 8),
    text(ids.docType, 'webm'),
    uint(ids.docTypeVersion, 4),
    uint(ids.docTypeReadVersion, 2),
  ]);
  const info = infoOf(film);
  const tracks = tracksOf(film);
  // Positions count from the segment's first byte. They have a fixed width, so that all sizes are known before them.
  const headSize = seekHead([0, 0, 0]).length;
  const cuesSize = cues(clusters, 0).length;
  const before = headSize + info.length + tracks.length + cuesSize;
  const plain = header.length + segmentHeadSize + before + clusters.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const room = size === undefined ? 0 : size - plain;
  if (room !== 0 && room < shortestVoid) return null;
  const filling = room === 0 ? Buffer.alloc(0) : element(ids.void, [Buffer.alloc(room - shortestVoid)]);
  const segment = element(ids.segment, [
    seekHead([headSize, headSize + info.length, headSize + info.length + tracks.length]),
    info,
    tracks,
    cues(clusters, before + filling.length),
    filling,
    ...clusters.map(({ bytes }) => bytes),
  ]);
  return Buffer.concat([header, segment]);
}

/** Name and length of the segment. */
const segmentHeadSize = 8;

function infoOf({ frames, framesPerSecond }: Film): Buffer {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE((frames.length / framesPerSecond) * 1000);
  return element(ids.info, [
    uint(ids.timestampScale, 1_000_000),
    element(ids.duration, [duration]),
    text(ids.muxingApp, 'fairwatch'),
    text(ids.writingApp, 'fairwatch'),
  ]);
}

function tracksOf({ width, height, framesPerSecond }: Film): Buffer {
  const entry = element(ids.trackEntry, [
    uint(ids.trackNumber, track),
    uint(ids.trackUid, 1),
    uint(ids.trackType, 1),
    uint(ids.flagLacing, 0),
    text(ids.codecId, 'V_VP8'),
    uint(ids.defaultDuration, Math.round(1e9 / framesPerSecond)),
    element(ids.video, [uint(ids.pixelWidth, width), uint(ids.pixelHeight, height)]),
  ]);
  return element(ids.tracks, [entry]);
}

interface Cluster {
  timeMs: number;
  bytes: Buffer;
}

/** One cluster per second. */
function clustersOf({ frames, framesPerSecond }: Film): Cluster[] {
  const clusters: Cluster[] = [];
  for (let first = 0; first < frames.length; first += framesPerSecond) {
    const timeMs = (first / framesPerSecond) * 1000;
    const blocks = frames.slice(first, first + framesPerSecond).map((frame, place) => {
      const head = Buffer.from([0x80 | track, 0, 0, keyFrame]);
      head.writeInt16BE(Math.round((place / framesPerSecond) * 1000), 1);
      return element(ids.simpleBlock, [head, frame]);
    });
    clusters.push({ timeMs, bytes: element(ids.cluster, [uint(ids.timestamp, timeMs), ...blocks]) });
  }
  return clusters;
}

/** Where each second begins. They stand before the frames, so that a player can seek before it has all of them. */
function cues(clusters: readonly Cluster[], firstPosition: number): Buffer {
  let position = firstPosition;
  const points = clusters.map(({ timeMs, bytes }) => {
    const place = element(ids.cueTrackPositions, [
      uint(ids.cueTrack, track),
      element(ids.cueClusterPosition, [wideUint(position)]),
    ]);
    position += bytes.length;
    return element(ids.cuePoint, [element(ids.cueTime, [wideUint(timeMs)]), place]);
  });
  return element(ids.cues, points);
}

function seekHead(positions: readonly [info: number, tracks: number, cues: number]): Buffer {
  const names = [ids.info, ids.tracks, ids.cues];
  const seeks = names.map((name, place) =>
    element(ids.seek, [
      element(ids.seekId, [idBytes(name)]),
      element(ids.seekPosition, [wideUint(positions[place] ?? 0)]),
    ]),
  );
  return element(ids.seekHead, seeks);
}

function element(id: number, parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([idBytes(id), wideUint(0x10000000 | length), ...parts]);
}

function uint(id: number, value: number): Buffer {
  return element(id, [wideUint(value)]);
}

function text(id: number, value: string): Buffer {
  return element(id, [Buffer.from(value)]);
}

function idBytes(id: number): Buffer {
  const bytes = wideUint(id);
  return bytes.subarray(bytes.findIndex((byte) => byte !== 0));
}

function wideUint(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
