import { collectWords } from '@fairwatch/device/words';
import { TermuxProblem, type Termux } from '../../core/termux/termux.ts';
import { parsePosition, type FoundPosition } from './locations.parse.ts';

const providers = ['gps', 'network'] as const;
export type Provider = (typeof providers)[number];

/** How long each provider may look for a new position. Without a fix `termux-location` never ends by itself. */
const onceWithinMs: Readonly<Record<Provider, number>> = { gps: 25_000, network: 15_000 };
/** The last known position is in the phone's memory. */
const lastWithinMs = 5000;

interface Search {
  signal?: AbortSignal | undefined;
  /** The providers to ask for a new position, in this order; both by default. */
  from?: readonly Provider[];
  /** The maximum age of the last known position, which is taken when there is no new one. */
  lastAgeMs: number;
  now?: () => Date;
}

/** Finds out where the phone is: a new position, or the last known one when it is recent. One program runs at a time. */
export async function findPosition(
  termux: Termux,
  { signal, from = providers, lastAgeMs, now = () => new Date() }: Search,
): Promise<FoundPosition & { provider: Provider }> {
  const problems: TermuxProblem[] = [];
  const attempt = async (provider: Provider, request: 'once' | 'last') => {
    const withinMs = request === 'once' ? onceWithinMs[provider] : lastWithinMs;
    try {
      const printed = await termux.readJson('termux-location', ['-p', provider, '-r', request], { withinMs, signal });
      return { ...parsePosition(printed, now()), provider };
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof TermuxProblem) || isFinal(error)) throw error;
      problems.push(error);
      return null;
    }
  };
  for (const provider of from) {
    const found = await attempt(provider, 'once');
    if (found) return found;
  }
  const last = [await attempt('gps', 'last'), await attempt('network', 'last')]
    .filter((found) => found !== null)
    .filter(({ ageMs }) => ageMs <= lastAgeMs)
    .sort((one, other) => one.ageMs - other.ageMs)[0];
  if (last) return last;
  throw new Error(collectWords(problems[0]?.kind === 'TIMEOUT' ? 'position.late' : 'position.off'), {
    cause: problems[0],
  });
}

/** True when no other attempt can succeed: the program is missing, or Android does not allow it. */
export function isFinal(error: unknown): boolean {
  return error instanceof TermuxProblem && (error.kind === 'MISSING' || error.kind === 'PERMISSION');
}
