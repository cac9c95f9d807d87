import '@mantine/core/styles/Input.layer.css';
import {
  consoleLink,
  isReason,
  limits,
  previewRun,
  startRun,
  type OutputOf,
  type Run,
  type RunAction,
} from '@fairwatch/contract';
import { Group, Loader, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { textOfError } from '../../../../core/api/api-error.ts';
import { createClientId } from '../../../../core/api/client-id.ts';
import { call } from '../../../../core/api/client.ts';
import { query } from '../../../../core/api/query.ts';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';
import { Dialog } from '../../../../core/components/overlays/dialog.tsx';
import { useUnsavedChanges } from '../../../../core/forms/leave/use-unsaved-changes.ts';
import { FormButtons } from '../../../../core/forms/form-buttons.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { pageLink } from '../../../../core/router/page-link.ts';
import { toast } from '../../../../core/toast/toast.tsx';
import classes from './selection.module.css';
import type { DialogProps } from './dialog-props.ts';

/** Typing in the reason asks for a new preview once the admin pauses. */
const debounceMs = 400;

interface RunDialogProps extends DialogProps {
  title: string;
  /** What would be carried out, to ask how many devices can; null until it is chosen. */
  previewed: RunAction | null;
  /** Returns what to start, or null when a field is not filled in yet. */
  prepare: () => RunAction | null;
  /** Why it cannot be started yet; null when it can. */
  missing?: string | null;
  submit: string;
  cancel?: string;
  /** True when something was typed that closing would lose. */
  dirty?: boolean;
  /** Ends devices: the button is red, and the action has a reason of its own. */
  isEnding?: boolean;
  children?: ReactNode;
}

/** Ends devices, for the preview: which reason is typed changes nothing of it. */
export const previewedEnd: RunAction = { action: 'END', reason: 'Only a preview' };

/** Says how many of the selected devices can carry out an action and why the others cannot, and starts the run. */
export function RunDialog(props: RunDialogProps) {
  const { title, selection, previewed, prepare, missing = null, submit, dirty = false, isEnding = false } = props;
  const { t } = useTranslation('selection');
  const showRun = useRunToast();
  const [reason, setReason] = useState('');
  const isShort = reason.trim() !== '' && !isReason(reason);
  const [statedReason] = useDebouncedValue(isShort ? '' : reason.trim(), debounceMs);
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  // The same id until it succeeds: a request whose answer was lost starts nothing twice.
  const clientId = useRef(createClientId());
  const preview = useQuery({
    ...query(previewRun, { selection, action: previewed ?? previewedEnd, reason: statedReason }),
    enabled: previewed !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const counts = previewed === null ? undefined : preview.data?.data;
  const isTyped = (dirty || reason !== '') && !sending;
  const confirmLeave = useUnsavedChanges(isTyped);
  const cancel = () => confirmLeave(props.close);
  const isImpossible = counts !== undefined && counts.all + counts.some === 0 && !preview.isPlaceholderData;

  async function start(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const action = prepare();
    if (action === null) return;
    setTried(true);
    if (isShort) return;
    setSending(true);
    try {
      const { data } = await call(startRun, { clientId: clientId.current, selection, action, reason: reason.trim() });
      void refetchChanged('runs');
      if (isEnding) void refetchChanged('devices');
      showRun(data);
      props.onDone();
    } catch (error) {
      toast.error(textOfError(error));
      setSending(false);
    }
  }

  return (
    <Dialog title={title} close={cancel} dirty={isTyped}>
      <form className="fw-form" noValidate onSubmit={(event) => void start(event)}>
        {props.children}
        {!isEnding && (
          <Textarea
            label={t('run.reason')}
            description={t('run.reasonHint')}
            inputWrapperOrder={['label', 'input', 'description']}
            rows={2}
            dir="auto"
            maxLength={limits.run.reasonMaxLength}
            value={reason}
            error={tried && isShort && t('run.reasonShort')}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
        {previewed !== null && (
          <Stack
            aria-label={t('preview.label')}
            aria-live="polite"
            aria-busy={preview.isFetching}
            component="section"
            className="fw-sunken"
            gap="xs"
            fz="sm"
          >
            {preview.error !== null && <p role="alert">{textOfError(preview.error)}</p>}
            {counts === undefined && preview.error === null && (
              <Group gap="xs">
                <Loader size="xs" aria-hidden />
                <Text size="sm">{t('preview.loading')}</Text>
              </Group>
            )}
            {counts !== undefined && preview.error === null && <PreviewCounts {...counts} />}
          </Stack>
        )}
        <FormButtons
          cancelLabel={props.cancel ?? t('cancel')}
          cancel={cancel}
          submitLabel={submit}
          saving={sending}
          reason={missing ?? (isImpossible ? t('run.impossible') : null)}
          isDangerous={isEnding}
        />
      </form>
    </Dialog>
  );
}

function PreviewCounts({ all, some, none, offline, busy, reasons }: OutputOf<typeof previewRun>) {
  const { t } = useTranslation('selection');
  return (
    <>
      <Group component="ul" className="fw-figures" gap="xs" fw={600}>
        {all > 0 && <li data-tone="good">{t('preview.all', { count: all })}</li>}
        {some > 0 && <li data-tone="warn">{t('preview.some', { count: some })}</li>}
        {none > 0 && <li data-tone="bad">{t('preview.none', { count: none })}</li>}
      </Group>
      {reasons.length > 0 && (
        <table className={classes.reasons}>
          <caption>{t('preview.why')}</caption>
          <tbody>
            {reasons.map(({ text, devices }) => (
              <tr key={text}>
                <td>{text}</td>
                <td>{devices}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {busy > 0 && <p className="fw-note">{t('preview.busy', { count: busy })}</p>}
      {offline > 0 && <p className="fw-note">{t('preview.offline', { count: offline })}</p>}
      <p className="fw-note">{t('preview.later')}</p>
    </>
  );
}

/** Shows a toast with a link to a run. The link is a plain one, because toasts are drawn outside of the router. */
function useRunToast(): (run: Run) => void {
  const { t } = useTranslation('selection');
  const navigate = useNavigate();
  return ({ id, title }) => {
    const open = () => void navigate(pageLink('/runs/$runId', { params: { runId: id } }));
    toast(
      <>
        {title}: {t('run.started')}{' '}
        <a
          href={consoleLink('/runs/$runId', { runId: id })}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            open();
          }}
        >
          {t('run.open', { id })}
        </a>
      </>,
      { duration: runToastMs },
    );
  };
}

/** Longer than other toasts, because it has a link. */
const runToastMs = 10_000;
