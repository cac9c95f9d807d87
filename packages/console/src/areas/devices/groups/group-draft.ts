import { groupRule, type Capability, type Group, type GroupColour, type GroupRule } from '@fairwatch/contract';

/** The conditions that are typed or chosen as text. Empty ones are not part of the rule. */
export const ruleTexts = ['appVersionIs', 'appVersionBelow', 'osName', 'emailDomain', 'joinedSince', 'status'] as const;
export type RuleText = (typeof ruleTexts)[number];

/** A group as its dialog edits it. The rule is kept while the admin looks at the choice by hand. */
export interface GroupDraft {
  name: string;
  colour: GroupColour;
  how: 'HAND' | 'RULE';
  texts: Record<RuleText, string>;
  shares: readonly Capability[];
}

export function draftOf(group: Pick<Group, 'name' | 'colour' | 'rule'> | null): GroupDraft {
  const rule = group?.rule ?? null;
  const texts = Object.fromEntries(ruleTexts.map((field) => [field, rule?.[field] ?? ''])) as Record<RuleText, string>;
  return {
    name: group?.name ?? '',
    colour: group?.colour ?? 'gray',
    how: rule === null ? 'HAND' : 'RULE',
    texts,
    shares: rule?.shares ?? [],
  };
}

interface CheckedRule {
  /** Null when a condition is invalid, or there is none. */
  rule: GroupRule | null;
  /** What is wrong with a condition. */
  problems: Partial<Record<RuleText, string>>;
  /** True when no condition is filled in. */
  isBlank: boolean;
}

/** Checks the conditions of a draft with the contract's own schema. */
export function checkRule({ texts, shares }: Pick<GroupDraft, 'texts' | 'shares'>): CheckedRule {
  const given = ruleTexts.flatMap((field) => (texts[field].trim() === '' ? [] : [[field, texts[field].trim()]]));
  const draft = { ...Object.fromEntries(given), ...(shares.length > 0 && { shares }) };
  if (Object.keys(draft).length === 0) return { rule: null, problems: {}, isBlank: true };
  const parsed = groupRule.safeParse(draft);
  if (parsed.success) return { rule: parsed.data, problems: {}, isBlank: false };
  const problems = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path[0], message]));
  return { rule: null, problems, isBlank: false };
}

/** What is sent for a draft. */
export function groupInput({ name, colour, how, ...conditions }: GroupDraft) {
  return { name: name.trim(), colour, rule: how === 'RULE' ? checkRule(conditions).rule : null };
}
