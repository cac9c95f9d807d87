import { featurePermissions, type AccessLevel, type FeatureAccess } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import texts from './admins.texts.json';
import { changesOf, draftOfAll, featureGroups, exceedsOwnLevel, withoutEffect } from './feature-groups.ts';

const line = (featurePermission: FeatureAccess['featurePermission'], featureAccess: AccessLevel): FeatureAccess => ({
  featurePermission,
  featureAccess,
});

describe('the features of the settings page', () => {
  it('[SPEC 3.11] are all there, once, each with what it opens', () => {
    const shown = [...Object.values(featureGroups).flat(), ...withoutEffect];
    expect(shown.toSorted()).toEqual(featurePermissions.toSorted());
    expect(Object.keys(texts.opens).toSorted()).toEqual(featurePermissions.toSorted());
  });
});

describe('a draft of access', () => {
  it('offers no level above that of the granting admin, except the saved one', () => {
    expect(exceedsOwnLevel('FULL_ACCESS', 'READ_ONLY', 'NO_ACCESS')).toBe(true);
    expect(exceedsOwnLevel('READ_ONLY', 'READ_ONLY', 'NO_ACCESS')).toBe(false);
    expect(exceedsOwnLevel('FULL_ACCESS', 'NO_ACCESS', 'FULL_ACCESS')).toBe(false);
  });

  it('sets all features to the highest level that may be granted', () => {
    const own = [line('CONTACTS', 'READ_ONLY'), line('EVENT', 'FULL_ACCESS')];
    const saved = [line('CONTACTS', 'NO_ACCESS'), line('EVENT', 'NO_ACCESS'), line('GALLERY', 'NO_ACCESS')];
    const draft = draftOfAll('FULL_ACCESS', own, saved);
    expect(draft).toEqual({ CONTACTS: 'READ_ONLY', EVENT: 'FULL_ACCESS', GALLERY: 'NO_ACCESS' });
    expect(changesOf(draft, saved)).toEqual([line('CONTACTS', 'READ_ONLY'), line('EVENT', 'FULL_ACCESS')]);
    expect(changesOf(draftOfAll('NO_ACCESS', own, saved), saved)).toEqual([]);
  });
});
