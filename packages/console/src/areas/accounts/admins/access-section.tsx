import {
  accessLevels,
  isPermissionUsed,
  updateFeatureAccess,
  type AccessLevel,
  type FeaturePermission,
} from '@fairwatch/contract';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { changeAccount } from '../../../shared/admin-accounts/change-account.ts';
import { useAccessTexts } from '../../../shared/admin-accounts/use-access-texts.ts';
import { Choice } from '../../../core/components/buttons/choice.tsx';
import { changedSince } from '../../../core/forms/changed-since.ts';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useAdminSession, useUsedKinds } from '../../../core/session/session-store.ts';
import {
  changesOf,
  draftOfAll,
  featureGroups,
  groupNames,
  exceedsOwnLevel,
  levelIn,
  withoutEffect,
  type Draft,
} from './feature-groups.ts';
import { openedSentences } from './opened-sentences.ts';
import type { SectionProps } from './use-admin.ts';
import classes from './settings.module.css';

const offered = accessLevels.toReversed();

/** Sets Full Access, Read Only or No Access for each feature, or for all features together. */
export function AccessSection({ admin, mayChange }: SectionProps) {
  const { t } = useTranslation('admins');
  const { t: word } = useAccessTexts();
  const own = useAdminSession().featureAccessDTOs;
  const used = useUsedKinds();
  const [draft, setDraft] = useState<Draft>({});
  const [saving, setSaving] = useState(false);
  const saved = admin.featureAccessDTOs.filter(({ featurePermission }) => isPermissionUsed(featurePermission, used));
  const isAdmin = admin.adminStatus === 'ADMIN';
  const isEditable = mayChange && isAdmin;
  const changes = changesOf(draft, saved);
  useUnsavedChanges(changes.length > 0);
  const levels = new Set(
    saved.map(({ featurePermission, featureAccess }) => draft[featurePermission] ?? featureAccess),
  );
  const [all] = levels;
  const save = async () => {
    setSaving(true);
    const isSaved = await changeAccount(updateFeatureAccess, { userId: admin.id, access: changes });
    setSaving(false);
    if (isSaved) setDraft((now) => changedSince(now, draft));
  };
  const line = (permission: FeaturePermission) => (
    <FeatureLine
      key={permission}
      permission={permission}
      level={draft[permission] ?? levelIn(saved, permission)}
      saved={levelIn(saved, permission)}
      own={levelIn(own, permission)}
      disabled={!isEditable}
      choose={(level) => setDraft((now) => ({ ...now, [permission]: level }))}
    />
  );
  return (
    <Card
      spaced
      title={t('access.title')}
      about={isAdmin || admin.adminStatus === 'SUPER_ADMIN' ? t('access.text') : t('access.notAdmin')}
    >
      {isEditable && (
        <Group className="fw-sunken" justify="space-between" gap="xs">
          <span className="fw-grow">
            <Text component="span" fw={500} display="block">
              {t('access.all')}
            </Text>
            <span className="fw-note">{t('access.allHint')}</span>
          </span>
          <Choice
            label={t('access.all')}
            options={offered.map((value) => ({ value, label: word(`level.${value}`) }))}
            value={levels.size === 1 ? (all ?? null) : null}
            onChange={(level) => setDraft(draftOfAll(level, own, saved))}
          />
        </Group>
      )}
      {groupNames.map((group) => (
        <section key={group} aria-label={t(`access.group.${group}`)}>
          <h3 className={classes.group}>{t(`access.group.${group}`)}</h3>
          {featureGroups[group].filter((permission) => isPermissionUsed(permission, used)).map(line)}
        </section>
      ))}
      <details className={classes.without}>
        <summary>{t('access.without.title', { count: withoutEffect.length })}</summary>
        <p className="fw-note">{t('access.without.text')}</p>
        {withoutEffect.map(line)}
      </details>
      {changes.length > 0 && (
        <Group className={classes.saveBar} gap="sm">
          <span className="fw-grow">{t('access.changes', { count: changes.length })}</span>
          <Button variant="default" onClick={() => setDraft({})}>
            {t('access.undo')}
          </Button>
          <Button loading={saving} onClick={() => void save()}>
            {t('access.save')}
          </Button>
        </Group>
      )}
    </Card>
  );
}

interface FeatureLineProps {
  permission: FeaturePermission;
  /** The level that is chosen on this page. */
  level: AccessLevel;
  saved: AccessLevel;
  /** The level of the signed-in admin, who cannot grant more than that. */
  own: AccessLevel;
  disabled: boolean;
  choose: (level: AccessLevel) => void;
}

/** One feature with a sentence about what Read Only opens and one about what Full Access adds. Those of the chosen level are highlighted. */
function FeatureLine({ permission, level, saved, own, disabled, choose }: FeatureLineProps) {
  const { t } = useTranslation('admins');
  const { t: word } = useAccessTexts();
  const used = useUsedKinds();
  const name = word(`feature.${permission}`);
  const isIncluded = (each: AccessLevel) => accessLevels.indexOf(each) <= accessLevels.indexOf(level);
  return (
    <Group className={classes.feature} data-edited={level !== saved || undefined} justify="space-between" gap="xs">
      <span className="fw-grow">
        <Text component="span" fw={500} display="block">
          {name}
        </Text>
        <span className="fw-note">
          {openedSentences(permission, used).map(({ level: each, text }) => (
            <span key={each} data-open={isIncluded(each) || undefined}>
              {text}{' '}
            </span>
          ))}
        </span>
      </span>
      <Choice
        label={name}
        disabled={disabled}
        options={offered.map((value) => ({
          value,
          label: word(`level.${value}`),
          refusal: exceedsOwnLevel(value, own, saved) ? t('access.more') : undefined,
        }))}
        value={level}
        onChange={choose}
      />
    </Group>
  );
}
