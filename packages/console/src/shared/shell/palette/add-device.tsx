import type { Passcode } from '@fairwatch/contract';
import { useEffect, useState } from 'react';
import { CreatePasscodesDialog } from '../../enrolment/create-passcodes-dialog.tsx';
import { JoinDialog } from '../../enrolment/join-dialog.tsx';

/** Creates passcodes from any page, then shows how a person joins with one. Closes after the last of the two dialogs. */
export function AddDevice({ close }: { close: () => void }) {
  const [isCreating, setIsCreating] = useState(true);
  const [passcodes, setPasscodes] = useState<readonly Passcode[]>([]);
  const isDone = !isCreating && passcodes.length === 0;
  useEffect(() => {
    if (isDone) close();
  }, [isDone, close]);
  if (isCreating)
    return <CreatePasscodesDialog single={false} close={() => setIsCreating(false)} onMade={setPasscodes} />;
  return <JoinDialog passcodes={passcodes} close={() => setPasscodes([])} />;
}
