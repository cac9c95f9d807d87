import { commandCatalogue, commandPhases, type CaptureKind, type Command } from '@fairwatch/contract';

/** What the admin waits for: first that the device takes the request, then what it says it does. */
export const stages = ['ASKED', ...commandPhases] as const;
export type Stage = (typeof stages)[number];

/** Where an open command is. */
export function stageOf({ stepType, phase }: Pick<Command, 'stepType' | 'phase'>): Stage {
  return stepType === 'RUNNING' ? (phase ?? 'ASKED') : 'ASKED';
}

/** When an open command expires. */
export function deadlineOf({ createdAt, commandTypeEnum }: Pick<Command, 'createdAt' | 'commandTypeEnum'>): Date {
  return new Date(Date.parse(createdAt) + commandCatalogue[commandTypeEnum].deadlineMs);
}

/** Taking a photo has no length that could be watched. */
export function hasProgress(kind: CaptureKind, stage: Stage): boolean {
  return stage === 'UPLOADING' || (stage === 'RECORDING' && kind !== 'PHOTO');
}
