import { isReason, type AskedKind, type Capability } from '@fairwatch/contract';

/** The kinds that are asked for with the reason in the form, in the order in which they were chosen. */
export type AskedDraft = readonly AskedKind[];

export const emptyAsked: AskedDraft = [];

/** Adds a kind with a proposed reason, or removes it. */
export function toggleAsked(draft: AskedDraft, capability: Capability, proposal: string): AskedDraft {
  const others = draft.filter((kind) => kind.capability !== capability);
  return others.length < draft.length ? others : [...draft, { capability, reason: proposal }];
}

export function withReason(draft: AskedDraft, capability: Capability, reason: string): AskedDraft {
  return draft.map((kind) => (kind.capability === capability ? { capability, reason } : kind));
}

/** The names of the fields whose reason says nothing. */
export function askedProblems(draft: AskedDraft): string[] {
  return draft.filter(({ reason }) => !isReason(reason)).map(({ capability }) => reasonField(capability));
}

export const reasonField = (capability: Capability) => `reason-${capability}`;
