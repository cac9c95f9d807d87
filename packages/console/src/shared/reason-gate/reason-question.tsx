import { lazy, Suspense, useLayoutEffect, useSyncExternalStore } from 'react';
import { setDeviceGate } from '../../core/api/device-gate.ts';
import { loadWhenOnline } from '../../core/connection/load-when-online.ts';
import { reasonGate } from './reason-gate.ts';
import { openQuestions } from './reason-store.ts';

// Lazy, because the question is rare.
const ReasonDialog = lazy(async () => ({
  default: (await loadWhenOnline(() => import('./reason-dialog.tsx'))).ReasonDialog,
}));

/** Installs the gate for device calls, and shows its question for a reason. */
export function ReasonQuestion() {
  const [question] = useSyncExternalStore(openQuestions.subscribe, openQuestions.get);
  // A layout effect runs before the effects of the page, which make its first calls.
  useLayoutEffect(() => {
    setDeviceGate(reasonGate);
    return () => {
      setDeviceGate(null);
      // No question stays open after signing out.
      for (const open of openQuestions.get()) open.settle('cancelled');
    };
  }, []);
  if (question === undefined) return null;
  return (
    <Suspense>
      <ReasonDialog key={question.id} question={question} />
    </Suspense>
  );
}
