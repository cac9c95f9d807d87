import { Button, type ButtonProps } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Passcode } from '@fairwatch/contract';
import { Opening } from '../shortcuts/opening.tsx';

// Few open it, so it comes when somebody does.
const CreatePasscodesDialog = lazy(async () => ({
  default: (await import('./create-passcodes-dialog.tsx')).CreatePasscodesDialog,
}));

const JoinDialog = lazy(async () => ({ default: (await import('./join-dialog.tsx')).JoinDialog }));

interface CreatePasscodesProps extends Pick<ButtonProps, 'variant' | 'size'> {
  children: ReactNode;
  /** Only one is made: nobody is asked how many, and it is shown in the page around this. */
  single?: boolean;
  /** Whether the questions are open, for a page with a second button that opens them. */
  asking?: readonly [asking: boolean, set: (asking: boolean) => void];
}

/** The button that makes passcodes, after it was asked on what ground, and then shows how people join with them. */
export function CreatePasscodes({ children, single = false, asking: shared, ...look }: CreatePasscodesProps) {
  const own = useState(false);
  const [asking, setAsking] = shared ?? own;
  const [made, setMade] = useState<readonly Passcode[]>([]);
  return (
    <>
      <Button {...look} leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAsking(true)}>
        {children}
      </Button>
      {asking && (
        <Suspense fallback={<Opening />}>
          <CreatePasscodesDialog single={single} close={() => setAsking(false)} onMade={single ? undefined : setMade} />
        </Suspense>
      )}
      {made.length > 0 && (
        <Suspense fallback={<Opening />}>
          <JoinDialog passcodes={made} close={() => setMade([])} />
        </Suspense>
      )}
    </>
  );
}
