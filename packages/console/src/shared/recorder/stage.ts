import { commandCatalogue, commandPhases, type CaptureKind, type Command } from '@fairwatch/contract';

/** The stages of a request: first it waits for the device, then the device reports the phases. */
export const stages = ['ASKED', ...commandPhases] as const;
export type Stage = (typeof stages)[number];

/** The current stage of an open command. */
export function stageOf({ stepType, phase }: Pick<Command, 'stepType' | 'phase'>): Stage {
  return stepType === 'RUNNING' ? (phase ?? 'ASKED') : 'ASKED';
}

/** When an open command expires. */
export function deadlineOf({ createdAt, commandTypeEnum }: Pick<Command, 'createdAt' | 'commandTypeEnum'>): Date {
  return new Date(Date.parse(createdAt) + commandCatalogue[commandTypeEnum].deadlineMs);
}

/** True for stages that take time. Taking a photo has no duration. */
export function hasProgress(kind: CaptureKind, stage: Stage): boolean {
  return stage === 'UPLOADING' || (stage === 'RECORDING' && kind !== 'PHOTO');
}
