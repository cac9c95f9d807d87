import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { setDeviceGate } from '../api/device-gate.ts';
import { loadWhenBack } from '../connection/load-when-back.ts';
import { reasonGate } from './reason-gate.ts';
import { openQuestions } from './reason-store.ts';

// Asked now and then.
const ReasonDialog = lazy(async () => ({
  default: (await loadWhenBack(() => import('./reason-dialog.tsx'))).ReasonDialog,
}));

// Before the first page is drawn: its effects make the first calls.
setDeviceGate(reasonGate);

/** Where the admin is asked why they use something of a device. */
export function ReasonQuestion() {
  const [question] = useSyncExternalStore(openQuestions.subscribe, openQuestions.get);
  // Nobody is asked after signing out.
  useEffect(
    () => () => {
      for (const open of openQuestions.get()) open.settle('cancelled');
    },
    [],
  );
  if (question === undefined) return null;
  return (
    <Suspense>
      <ReasonDialog key={`${question.deviceId} ${question.required}`} question={question} />
    </Suspense>
  );
}
