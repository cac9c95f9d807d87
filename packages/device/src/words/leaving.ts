import { curlyQuotes, quoted, translator } from '@fairwatch/contract';
import type { Ending } from '../core/index.ts';
import texts from './texts/leaving.texts.json' with { type: 'json' };

/** What is said about leaving, and about the end. */
export const leaveWords = translator('device/leaving', texts);

/** What the server does about a person who leaves. `comeBack` says how to look again later. */
export function leavingText(server: string, isConnected: boolean, comeBack: string): string {
  return isConnected
    ? leaveWords('leaving.deleting', { server })
    : leaveWords('leaving.notConnected', { server, comeBack });
}

/** What the end of the supervision means. */
export function endText(end: 'left' | 'ended' | 'refused', server: string): string {
  return leaveWords(end === 'refused' ? 'ended.refused' : 'ended.deleted', { server });
}

/** Who ended it, and why. */
export function endedByText({ endedBy, reason }: Pick<Ending, 'endedBy' | 'reason'>): string {
  return leaveWords('ended.by', { endedBy, reason: quoted(reason, curlyQuotes) });
}
