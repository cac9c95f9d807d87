import type { AuditDetails } from './audit-details.ts';
import type { HistoryLine, Noun } from './words/line-words.ts';
import { listDetails, type ListInput } from './list-details.ts';
import type { ListAnswer } from './log-line.ts';
import type { Capability } from '../../core/access/capabilities.ts';

/** A read of a list of a device. */
export function rowsLine(list: Noun) {
  return { action: 'READ', describe: describeList, words: { list } } as const;
}

/** A read of the commands that a device was given. `kind` is what they ask for, where the sentence names it. */
export function historyLine(history: HistoryLine, kind?: Capability) {
  return { action: 'READ', describe: describeList, words: { history, kind } } as const;
}

function describeList(input: ListInput, answer: ListAnswer, about: Readonly<AuditDetails>): AuditDetails {
  return { ...listDetails(input, answer), ...about };
}
