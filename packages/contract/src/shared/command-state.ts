import {
  askingPhases,
  stepTypes,
  type AskingPhase,
  type Command,
  type CommandPhase,
  type StepType,
} from './command.ts';

/**
 * The states of a command as they are shown: its steps, and what only the phase tells. ASKING and SEEN: the device waits for its person.
 * UNANSWERED: it expired while the person was being asked. An EXPIRED one expired before its device answered.
 */
export const commandStates = [...stepTypes, ...askingPhases, 'UNANSWERED'] as const;
export type CommandState = StepType | AskingPhase | 'UNANSWERED';

export function isAsking(phase: CommandPhase | null): phase is AskingPhase {
  return phase === 'ASKING' || phase === 'SEEN';
}

/** The one state of a command for every screen. A phase of asking counts only until the device has begun. */
export function commandState({ stepType, phase }: Pick<Command, 'stepType' | 'phase'>): CommandState {
  if (!isAsking(phase)) return stepType;
  if (stepType === 'QUEUED' || stepType === 'SENT') return phase;
  return stepType === 'EXPIRED' ? 'UNANSWERED' : stepType;
}
