import { Button, type ButtonProps } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Passcode } from '@fairwatch/contract';
import { lazyDialog } from '../../core/shortcuts/opening.tsx';

// Lazy, because few admins open it.
const CreatePasscodesDialog = lazyDialog(
  async () => (await import('./create-passcodes-dialog.tsx')).CreatePasscodesDialog,
);

const JoinDialog = lazyDialog(async () => (await import('./join-dialog.tsx')).JoinDialog);

interface CreatePasscodesProps extends Pick<ButtonProps, 'variant' | 'size'> {
  children: ReactNode;
  /** Creates one passcode without asking for the number. The page around the button shows it. */
  single?: boolean;
  /** The open state of the dialog, for a page with a second button that opens it. */
  asking?: readonly [asking: boolean, set: (asking: boolean) => void];
}

/** A button that opens the dialog for new passcodes, and then shows how people join with them. */
export function CreatePasscodes({ children, single = false, asking: shared, ...look }: CreatePasscodesProps) {
  const own = useState(false);
  const [asking, setAsking] = shared ?? own;
  const [created, setCreated] = useState<readonly Passcode[]>([]);
  return (
    <>
      <Button {...look} leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAsking(true)}>
        {children}
      </Button>
      {asking && (
        <CreatePasscodesDialog
          single={single}
          close={() => setAsking(false)}
          onMade={single ? undefined : setCreated}
        />
      )}
      {created.length > 0 && <JoinDialog passcodes={created} close={() => setCreated([])} />}
    </>
  );
}
