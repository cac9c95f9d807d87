import { beforeAll, describe, expect, it } from 'vitest';
import { addTexts } from '../../../core/i18n/i18n.ts';
import '../../../core/components/use-component-texts.ts';
import { checkRule, draftOf, groupInput } from './group-draft.ts';
import texts from './groups.texts.json';
import { ruleWords } from './rule-words.ts';

beforeAll(() => addTexts('groups', texts));

const blank = draftOf(null);
const withTexts = (change: Partial<typeof blank.texts>) => ({ ...blank, texts: { ...blank.texts, ...change } });

describe('the draft of a group', () => {
  it('of a rule is the same rule again', () => {
    const rule = { appVersionBelow: '1.2.10', status: 'Online', shares: ['CONTACTS'] } as const;
    const draft = draftOf({ name: 'Old', colour: 'red', rule: { ...rule, shares: [...rule.shares] } });
    expect(groupInput({ ...draft, name: ' Old ' })).toEqual({ name: 'Old', colour: 'red', rule });
  });

  it('drops the rule of a group by hand, and empty conditions', () => {
    expect(groupInput({ ...withTexts({ osName: 'Android' }), name: 'A' }).rule).toBeNull();
    expect(groupInput({ ...withTexts({ osName: ' Android ', emailDomain: ' ' }), how: 'RULE' }).rule).toEqual({
      osName: 'Android',
    });
  });

  it('says what is wrong with a condition, in the words of the contract', () => {
    expect(checkRule(withTexts({ appVersionIs: 'new' }))).toEqual({
      rule: null,
      isBlank: false,
      problems: { appVersionIs: 'Write a version as 1.2.10.' },
    });
    expect(checkRule(blank)).toEqual({ rule: null, isBlank: true, problems: {} });
  });
});

describe('a rule in words', () => {
  it('names each condition', () => {
    expect(ruleWords(null)).toBe('By hand');
    expect(ruleWords({ emailDomain: 'example.org' })).toBe('Email address at example.org');
    expect(
      ruleWords({
        shares: ['CONTACTS', 'LOCATION'],
        joinedSince: '2026-11-01',
        appVersionBelow: '1.2',
        status: 'Online',
      }),
    ).toBe(
      'App version older than 1.2, joined on Nov 1, 2026 or later, status Online, and shares Contacts and Location',
    );
  });
});
