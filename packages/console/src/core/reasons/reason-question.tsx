import { lazy, Suspense, useLayoutEffect, useSyncExternalStore } from 'react';
import { setDeviceGate } from '../api/device-gate.ts';
import { loadWhenBack } from '../connection/load-when-back.ts';
import { reasonGate } from './reason-gate.ts';
import { openQuestions } from './reason-store.ts';

// Asked now and then.
const ReasonDialog = lazy(async () => ({
  default: (await loadWhenBack(() => import('./reason-dialog.tsx'))).ReasonDialog,
}));

/** Where the admin is asked why they use something of a device. */
export function ReasonQuestion() {
  const [question] = useSyncExternalStore(openQuestions.subscribe, openQuestions.get);
  // A layout effect runs before the effects of the page, which make its first calls.
  useLayoutEffect(() => {
    setDeviceGate(reasonGate);
    return () => {
      setDeviceGate(null);
      // Nobody is asked after signing out.
      for (const open of openQuestions.get()) open.settle('cancelled');
    };
  }, []);
  if (question === undefined) return null;
  return (
    <Suspense>
      <ReasonDialog key={`${question.deviceId} ${question.required}`} question={question} />
    </Suspense>
  );
}
