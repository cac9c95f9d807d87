import type { ChangedFeature } from '@fairwatch/contract';
import { useState } from 'react';
import { refetchChanged } from '../changes/refetch-changed.ts';
import { toastPromise } from '../../core/toast/toast.tsx';

/** Saves what a form edits: shows a toast, closes the form when it succeeded, and refetches what has changed. */
export function useSaving(feature: ChangedFeature, close: () => void) {
  const [saving, setSaving] = useState(false);
  async function save(request: Promise<unknown>): Promise<void> {
    setSaving(true);
    const isSaved = await toastPromise(request).then(
      () => true,
      () => false,
    );
    setSaving(false);
    if (isSaved) close();
    await refetchChanged(feature);
  }
  return { saving, save };
}
