import { limits, retentionList, retentionUpdate, type Retention } from '@fairwatch/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { invalidate, query, useCall } from '../../../core/api/query.ts';
import { textOfError } from '../../../core/api/api-error.ts';
import { changedSince } from '../../../core/forms/changed-since.ts';
import { toast, toastPromise } from '../../../core/toast/toast.tsx';

/** The typed values of the edited fields, by kind of data. */
export type Typed = Readonly<Partial<Record<string, string>>>;

const { minDays, maxDays } = limits.retention;

/** The typed number of days; null when it is invalid. */
export function readDays(text: string): number | null {
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return days >= minDays && days <= maxDays ? days : null;
}

/** Returns the typed days that are valid and differ from the stored ones. */
export function changedDays(kinds: readonly Retention[], typed: Typed): Record<string, number> {
  return Object.fromEntries(
    kinds.flatMap(({ kind, days }) => {
      const newDays = readDays(typed[kind] ?? '');
      return newDays === null || newDays === days ? [] : [[kind, newDays] as const];
    }),
  );
}

/** Whether a field has an invalid value. */
export function hasInvalidDays(typed: Typed): boolean {
  return Object.values(typed).some((text = '') => readDays(text) === null);
}

const previewDelayMs = 300;
const noKinds: readonly Retention[] = [];

/** The stored retention, the typed changes, and how many rows saving them would delete. */
export function useRetention() {
  const [typed, setTyped] = useState<Typed>({});
  const [confirming, setConfirming] = useState<number | null>(null);
  const [counting, setCounting] = useState(false);
  const set = useQuery(query(retentionList, { days: {} }));
  const kinds = set.data?.data ?? noKinds;
  const days = changedDays(kinds, typed);
  const [previewedDays] = useDebouncedValue(days, previewDelayMs);
  const preview = useQuery({ ...query(retentionList, { days: previewedDays }), placeholderData: keepPreviousData });
  const { mutateAsync, isPending } = useCall(retentionUpdate);

  const save = async () => {
    setConfirming(null);
    // A toast shows the error; the typed days stay, to be corrected.
    const saved = await toastPromise(mutateAsync({ days })).then(
      () => true,
      () => false,
    );
    if (saved) setTyped((now) => changedSince(now, typed));
    await invalidate(retentionList);
  };
  const ask = async () => {
    setCounting(true);
    try {
      // Counted again, because the preview is debounced and may be older than the last input.
      const { data: counted } = await call(retentionList, { days });
      const due = counted.reduce((sum, each) => sum + (each.kind in days ? each.due : 0), 0);
      if (due > 0) setConfirming(due);
      else await save();
    } catch (error) {
      // Nothing is saved, because the confirmation needs the number of rows.
      toast.error(textOfError(error));
    } finally {
      setCounting(false);
    }
  };

  return {
    /** The kinds with the number of rows that the typed days would delete. */
    kinds: preview.data?.data ?? kinds,
    loading: set.isPending,
    error: set.data === undefined ? set.error : null,
    refetch: set.refetch,
    typed,
    type: (kind: string, text: string) => setTyped((now) => ({ ...now, [kind]: text })),
    reset: () => setTyped({}),
    changed: Object.keys(days).length > 0,
    wrong: hasInvalidDays(typed),
    saving: counting || isPending,
    ask: () => void ask(),
    save: () => void save(),
    /** The number of rows that saving would delete, while it waits for confirmation; null otherwise. */
    confirming,
    cancel: () => setConfirming(null),
  };
}
