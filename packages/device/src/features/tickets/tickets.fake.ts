import { ticketCategoriesOf, type PresetName } from '@fairwatch/contract';
import type { AttachedFile } from '../../core/tickets/ticket-files.ts';
import { photoOf } from '../../fake/media/pictures.ts';
import type { Random } from '../../fake/random.ts';
import { fakeVoice, peaksOf } from '../../fake/media/sound.ts';
import { troubles, type TicketProblem } from './tickets.words.ts';

/** Returns the problems that this phone's person can have, starting with a random one. */
export function fakeProblems(random: Random, preset: PresetName = 'everything'): readonly TicketProblem[] {
  const categories = ticketCategoriesOf(preset);
  const fitting = troubles.filter(({ category }) => categories.includes(category));
  const start = random.int(0, fitting.length - 1);
  return [...fitting.slice(start), ...fitting.slice(0, start)];
}

/** What they attach to make it clear. */
export async function fakeAttachment(kind: NonNullable<TicketProblem['with']>, random: Random): Promise<AttachedFile> {
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
