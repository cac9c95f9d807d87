import '@mantine/core/styles/VisuallyHidden.layer.css';
import { Button, VisuallyHidden, type ButtonProps } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Tooltip } from './tooltip.tsx';

interface ReasonButtonProps extends ButtonProps {
  /** Why the button cannot be used now; null when it can. */
  reason: string | null;
  /** Shown while it can be used. */
  hint?: ReactNode;
  /** The shortcut that does the same. */
  keys?: string;
  /** Left out for a button that submits a form; the form then refuses by itself. */
  onClick?: () => void;
  type?: 'button' | 'submit';
}

/** A button that says why it is off. It stays reachable by keyboard, so that everyone can learn the reason. */
export function ReasonButton({ reason, hint, keys, onClick, type = 'button', children, ...button }: ReasonButtonProps) {
  const reasonId = useId();
  const off = reason !== null;
  return (
    <Tooltip label={reason ?? hint} disabled={!off && hint === undefined}>
      <Button
        {...button}
        data-disabled={off || undefined}
        aria-disabled={off}
        aria-keyshortcuts={keys}
        aria-describedby={off ? reasonId : undefined}
        type={off ? 'button' : type}
        onClick={off ? undefined : onClick}
      >
        {children}
        {off && <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>}
      </Button>
    </Tooltip>
  );
}
