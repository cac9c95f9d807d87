import type { Passcode } from '@fairwatch/contract';
import { useEffect, useState } from 'react';
import { CreatePasscodesDialog } from '../passcodes/create-passcodes-dialog.tsx';
import { JoinDialog } from '../passcodes/join-dialog.tsx';

/** Makes a passcode from anywhere, then shows how a person joins with it. */
export function AddDevice({ close }: { close: () => void }) {
  const [asking, setAsking] = useState(true);
  const [made, setMade] = useState<readonly Passcode[]>([]);
  const over = !asking && made.length === 0;
  useEffect(() => {
    if (over) close();
  }, [over, close]);
  if (asking) return <CreatePasscodesDialog single={false} close={() => setAsking(false)} onMade={setMade} />;
  return <JoinDialog passcodes={made} close={() => setMade([])} />;
}
