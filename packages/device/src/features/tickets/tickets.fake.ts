import type { AttachedFile } from '../../core/ticket-files.ts';
import { photoOf } from '../../fake/pictures.ts';
import type { Random } from '../../fake/random.ts';
import { fakeVoice, peaksOf } from '../../fake/sound.ts';
import { troubles, type Trouble } from './tickets.words.ts';

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
