import { Button, type ButtonProps } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Opening } from '../shortcuts/opening.tsx';

// Few open it, so it comes when somebody does.
const CreatePasscodesDialog = lazy(async () => ({
  default: (await import('./create-passcodes-dialog.tsx')).CreatePasscodesDialog,
}));

interface CreatePasscodesProps extends Pick<ButtonProps, 'variant' | 'size'> {
  children: ReactNode;
  /** Only one is made: nobody is asked how many. */
  single?: boolean;
}

/** The button that makes passcodes, after it was asked on what ground. */
export function CreatePasscodes({ children, single = false, ...look }: CreatePasscodesProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button {...look} leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAsking(true)}>
        {children}
      </Button>
      {asking && (
        <Suspense fallback={<Opening />}>
          <CreatePasscodesDialog single={single} close={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
