import { retentionList, retentionUpdate, type Retention } from '@fairwatch/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../core/api/client.ts';
import { invalidate, query, useCall } from '../../core/api/query.ts';
import { textOfError } from '../../core/api/api-error.ts';
import { changedSince } from '../../core/forms/changed-since.ts';
import { toast, toastPromise } from '../../core/toast/toast.tsx';
import { changedDays, hasWrongDays, type Typed } from './retention-days.ts';

const previewDelayMs = 300;
const noKinds: readonly Retention[] = [];

/** How long data is kept, what was typed over it, and what saving that would delete. */
export function useRetention() {
  const [typed, setTyped] = useState<Typed>({});
  const [confirming, setConfirming] = useState<number | null>(null);
  const [counting, setCounting] = useState(false);
  const set = useQuery(query(retentionList, { days: {} }));
  const kinds = set.data?.data ?? noKinds;
  const days = changedDays(kinds, typed);
  const [asIf] = useDebouncedValue(days, previewDelayMs);
  const preview = useQuery({ ...query(retentionList, { days: asIf }), placeholderData: keepPreviousData });
  const { mutateAsync, isPending } = useCall(retentionUpdate);

  const save = async () => {
    setConfirming(null);
    // A refusal is on screen as a toast; what was typed stays, to be mended.
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
      // Counted anew: the preview may be a moment behind what was typed last.
      const { data: counted } = await call(retentionList, { days });
      const due = counted.reduce((sum, each) => sum + (each.kind in days ? each.due : 0), 0);
      if (due > 0) setConfirming(due);
      else await save();
    } catch (error) {
      // Nothing is deleted before somebody has read how much it is.
      toast.error(textOfError(error));
    } finally {
      setCounting(false);
    }
  };

  return {
    /** With what is due under the days that were typed. */
    kinds: preview.data?.data ?? kinds,
    loading: set.isPending,
    error: set.data === undefined ? set.error : null,
    refetch: set.refetch,
    typed,
    type: (kind: string, text: string) => setTyped((now) => ({ ...now, [kind]: text })),
    reset: () => setTyped({}),
    changed: Object.keys(days).length > 0,
    wrong: hasWrongDays(typed),
    saving: counting || isPending,
    ask: () => void ask(),
    save: () => void save(),
    /** How many rows saving would delete, while that waits to be confirmed. */
    confirming,
    cancel: () => setConfirming(null),
  };
}
