import type { AttachedFile } from '../../core/ticket-files.ts';
import { photoOf } from '../../core/fake/pictures.ts';
import type { Random } from '../../core/fake/random.ts';
import { fakeVoice } from '../../core/fake/sound.ts';
import { troubles, type Trouble } from './tickets.words.ts';

const peakCount = 60;
const headerBytes = 44;
const fullScale = 32_768;

/** What the person of this phone needs help with, one after the other, from the first on. */
export function fakeTroubles(random: Random): readonly Trouble[] {
  const start = random.int(0, troubles.length - 1);
  return [...troubles.slice(start), ...troubles.slice(0, start)];
}

/** What they attach to make it clear. */
export async function fakeAttachment(kind: NonNullable<Trouble['with']>, random: Random): Promise<AttachedFile> {
  if (kind === 'photo') {
    const view = { scene: 'receipt', seed: String(random.int(0, 1e9)), width: 720, height: 1080 } as const;
    return { kind: 'FILE', name: 'photo.jpg', text: '', bytes: await photoOf(view) };
  }
  const seconds = random.int(4, 12);
  const bytes = fakeVoice(random, seconds);
  return {
    kind: 'VOICE',
    name: 'voice.wav',
    text: '',
    durationMs: seconds * 1000,
    peaks: peaksOf(bytes).join(','),
    bytes,
  };
}

/** How loud each stretch of a recording is, from 0 to 100, as the companion of a real phone computes it. */
function peaksOf(wav: Buffer): number[] {
  const samples = Math.floor((wav.length - headerBytes) / 2);
  return Array.from({ length: peakCount }, (_, place) => {
    const from = Math.floor((place * samples) / peakCount);
    const to = Math.floor(((place + 1) * samples) / peakCount);
    let loudest = 0;
    for (let sample = from; sample < to; sample += 1) {
      loudest = Math.max(loudest, Math.abs(wav.readInt16LE(headerBytes + sample * 2)));
    }
    return Math.round((loudest / fullScale) * 100);
  });
}
