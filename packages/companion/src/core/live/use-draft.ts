import { useEffect, useState } from 'react';
import { useCompanion } from './companion-context.ts';

interface DraftControl<Draft> {
  /** Null until the draft is loaded. */
  draft: Draft | null;
  change(draft: Draft): void;
  /** Deletes the stored draft, and continues with this value or with `initial`. */
  clear(next?: Draft): void;
}

/** Stores what the person types on a page until it is sent, even when they leave the page or close the browser. */
export function useDraft<Draft>(key: string, initial: Draft): DraftControl<Draft> {
  const { drafts } = useCompanion();
  const [held, setHeld] = useState<{ key: string; draft: Draft } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void drafts.load<Draft>(key).then((stored) => isCurrent && setHeld({ key, draft: stored ?? initial }));
    return () => void (isCurrent = false);
    // `initial` is often a new object at each render; it matters only while there is no draft.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [drafts, key]);
  return {
    draft: held?.key === key ? held.draft : null,
    change(draft) {
      setHeld({ key, draft });
      drafts.save(key, draft);
    },
    clear(next = initial) {
      setHeld({ key, draft: next });
      drafts.remove(key);
    },
  };
}
