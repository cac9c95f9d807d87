import { useEffect, useState } from 'react';
import { useCompanion } from './companion-context.ts';

interface DraftControl<Draft> {
  /** Null until it is known whether there is a draft. */
  draft: Draft | null;
  change(draft: Draft): void;
  /** Forgets what is kept, and goes on with this, or with `initial` again. */
  clear(next?: Draft): void;
}

/** What the person types on a page, kept until it is sent: also when they leave the page or close the browser. */
export function useDraft<Draft>(key: string, initial: Draft): DraftControl<Draft> {
  const { drafts } = useCompanion();
  const [held, setHeld] = useState<{ key: string; draft: Draft } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void drafts.load<Draft>(key).then((stored) => isCurrent && setHeld({ key, draft: stored ?? initial }));
    return () => void (isCurrent = false);
    // `initial` is often made anew with each drawing; it only counts while there is no draft.
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
