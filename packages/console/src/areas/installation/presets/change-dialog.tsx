import {
  capabilities,
  hoursText,
  loadPreset,
  previewPreset,
  updatePreset,
  type InputOf,
  type PresetChanges,
} from '@fairwatch/contract';
import { Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { textOfError } from '../../../core/api/api-error.ts';
import { invalidate, query, useCall } from '../../../core/api/query.ts';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { Box } from '../../../core/forms/boxes.tsx';
import { FormButtons } from '../../../core/forms/form-buttons.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { ownTimeZone } from '../../../shared/preset/own-time-zone.ts';
import { usePresetTexts } from '../../../shared/preset/use-preset-texts.ts';
import { loadProfile } from '../../../shared/sign-in/load-profile.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import { listOf } from './list-of.ts';

/** A change that is looked at before it is made, and what it is about. */
export interface PresetChange extends Omit<InputOf<typeof updatePreset>, 'timeZone'> {
  why: 'preset' | 'kinds' | 'rules';
}

interface ChangeDialogProps {
  change: PresetChange;
  close: () => void;
}

/** Shows what a change would take away, delete and set, and makes it. What is deleted is confirmed by itself. */
export function ChangeDialog({ change: { why, ...change }, close }: ChangeDialogProps) {
  const { t } = useTranslation('presets');
  const { t: word } = usePresetTexts();
  const [withRules, setWithRules] = useState(change.withRules);
  const [isUnderstood, setIsUnderstood] = useState(false);
  const input = { ...change, withRules, timeZone: ownTimeZone() };
  const { data, error, isFetching } = useQuery({ ...query(previewPreset, input), staleTime: 0, gcTime: 0 });
  const { mutateAsync, isPending } = useCall(updatePreset);
  const changes = data?.data;
  const rows = changes?.takenAway.reduce((sum, kind) => sum + kind.rows, 0) ?? 0;
  const name = word(`name.${change.preset}`);
  const rowWords = t('dialog.rows', { count: rows });

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const saved = await toastPromise(mutateAsync(input)).then(
      () => true,
      () => false,
    );
    if (!saved) return;
    // The session has the face of the installation: sidebar, words and guards follow it.
    await Promise.all([invalidate(loadPreset), loadProfile().catch(() => undefined)]);
    close();
  }
  const reason =
    changes === undefined ? t('dialog.loading') : rows > 0 && !isUnderstood ? t('dialog.mustUnderstand') : null;
  return (
    <Dialog title={t(`dialog.${why}`, { name })} close={close}>
      <form className="fw-form" noValidate onSubmit={(event) => void save(event)}>
        {why === 'preset' && change.preset !== 'everything' && (
          <Box name="rules" label={t('dialog.rulesToo', { name })} checked={withRules} onChange={setWithRules} />
        )}
        <Stack component="section" className="fw-sunken" gap="sm" fz="sm" aria-live="polite" aria-busy={isFetching}>
          {changes === undefined && error === null && (
            <Group gap="xs">
              <Loader size="xs" aria-hidden />
              {t('dialog.loading')}
            </Group>
          )}
          {changes === undefined && error !== null && <p role="alert">{textOfError(error)}</p>}
          {changes !== undefined && <Preview {...changes} />}
        </Stack>
        {rows > 0 && (
          <Box
            name="understood"
            label={t('dialog.understood', { rows: rowWords })}
            checked={isUnderstood}
            onChange={setIsUnderstood}
          />
        )}
        <FormButtons
          cancelLabel={t('dialog.cancel')}
          cancel={close}
          submitLabel={t(rows > 0 ? 'dialog.delete' : 'dialog.save')}
          saving={isPending}
          reason={reason}
          isDangerous={rows > 0}
        />
      </form>
    </Dialog>
  );
}

function Preview({ takenAway, givenBack, ...rules }: PresetChanges) {
  const { t } = useTranslation('presets');
  const ruleLines = useRuleLines(rules);
  if (takenAway.length + givenBack.length + ruleLines.length === 0) return <p>{t('dialog.same')}</p>;
  return (
    <>
      {takenAway.length > 0 && (
        <Part title={t('dialog.takenAway')} lines={takenAway.map((kind) => takenWords(kind, t))}>
          {takenAway.some(({ sharedBy, devices }) => sharedBy + devices > 0) && t('dialog.told')}
        </Part>
      )}
      {givenBack.length > 0 && (
        <Part title={t('dialog.givenBack')} lines={[listOf(givenBack.map((kind) => capabilities[kind].title))]}>
          {t('dialog.givenBackHint')}
        </Part>
      )}
      {ruleLines.length > 0 && <Part title={t('dialog.rulesChange')} lines={ruleLines} />}
    </>
  );
}

function Part({ title, lines, children }: { title: string; lines: readonly string[]; children?: React.ReactNode }) {
  return (
    <div>
      <Text component="h3" size="sm" fw={600} mb={2}>
        {title}
      </Text>
      <ul className="fw-bullets">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {children !== undefined && children !== false && <p className="fw-note">{children}</p>}
    </div>
  );
}

/** "Contacts: 2 devices share it, 120 entries collected from 3 devices are deleted". */
function takenWords(
  { capability, sharedBy, devices, rows }: PresetChanges['takenAway'][number],
  t: ReturnType<typeof useTranslation<'presets'>>['t'],
): string {
  const parts = [
    ...(sharedBy > 0 ? [t('dialog.shared', { count: sharedBy })] : []),
    ...(rows > 0 ? [t('dialog.deleted', { count: devices, rows: t('dialog.rows', { count: rows }) })] : []),
  ];
  return `${capabilities[capability].title}: ${parts.join('; ') || t('dialog.nothing')}`;
}

function useRuleLines({ retention, policies, hours }: Omit<PresetChanges, 'takenAway' | 'givenBack'>): string[] {
  const { t } = useTranslation('presets');
  const policyWords = ({ reason, approval }: PresetChanges['policies'][number]['after']) =>
    t(
      approval
        ? 'dialog.policyBoth'
        : reason === 'REQUIRED'
          ? 'dialog.policyRequired'
          : reason === 'ASKED'
            ? 'dialog.policyAsked'
            : 'dialog.policyNone',
    );
  return [
    ...retention.map(({ title, before, after }) => t('dialog.days', { title, before, after })),
    ...policies.map(({ capability, after }) =>
      t('dialog.policy', { title: capabilities[capability].title, words: policyWords(after) }),
    ),
    ...(hours === null
      ? []
      : [hours.after === null ? t('dialog.hoursAny') : t('dialog.hoursSet', { hours: hoursText(hours.after) })]),
  ];
}
