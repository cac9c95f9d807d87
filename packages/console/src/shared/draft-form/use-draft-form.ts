import type { ChangedFeature } from '@fairwatch/contract';
import { useState, type SubmitEvent } from 'react';
import { useSaving } from './use-saving.ts';
import { useUnsavedChanges } from '../../core/forms/leave/use-unsaved-changes.ts';

interface DraftFormOptions<Draft, Problem extends string> {
  /** The values with which the form opens. */
  start: () => Draft;
  /** The names of the fields that are missing or wrong, in the order of the form. */
  problemsOf: (draft: Draft) => readonly Problem[];
  /** Sends a draft without problems. */
  send: (draft: Draft) => Promise<unknown>;
  /** What has changed when it was sent. */
  feature: ChangedFeature;
  close: () => void;
}

/** What a field of the form needs. */
export interface DraftFieldsProps<Draft, Problem extends string> {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  /** Empty until the first attempt to send. */
  problems: readonly Problem[];
}

/** The state of a form that edits a draft. What is wrong is said from the first attempt to send on, and the first such field is focused. */
export function useDraftForm<Draft extends object, Problem extends string>(options: DraftFormOptions<Draft, Problem>) {
  const { start, problemsOf, send, feature, close } = options;
  const [initial] = useState(start);
  const [draft, setDraft] = useState(initial);
  const [tried, setTried] = useState(false);
  const { saving, save } = useSaving(feature, close);
  const dirty = draft !== initial && !saving;
  const confirmAnd = useUnsavedChanges(dirty);
  const fields: DraftFieldsProps<Draft, Problem> = {
    draft,
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    problems: tried ? problemsOf(draft) : [],
  };
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTried(true);
    const [first] = problemsOf(draft);
    if (first === undefined) void save(send(draft));
    else event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  }
  return { initial, fields, tried, dirty, saving, submit, cancel: () => confirmAnd(close) };
}

export type DraftForm = Pick<ReturnType<typeof useDraftForm>, 'dirty' | 'saving' | 'submit' | 'cancel'>;
