import { Button, type ButtonProps } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Tooltip } from '../overlays/tooltip.tsx';

interface ReasonButtonProps extends ButtonProps {
  /** Why the button is disabled; null when it is enabled. */
  reason: string | null;
  /** The tooltip while the button is enabled. */
  hint?: ReactNode;
  /** The shortcut for the same action. */
  keys?: string;
  /** Left out for a button that submits a form. */
  onClick?: () => void;
  type?: 'button' | 'submit';
}

/** A button that shows why it is disabled. It stays focusable, so that keyboard users can read the reason. */
export function ReasonButton({ reason, hint, keys, onClick, type = 'button', children, ...button }: ReasonButtonProps) {
  const reasonId = useId();
  const isDisabled = reason !== null;
  return (
    <Tooltip label={reason ?? hint} disabled={!isDisabled && hint === undefined}>
      <Button
        {...button}
        data-disabled={isDisabled || undefined}
        aria-disabled={isDisabled}
        aria-keyshortcuts={keys}
        aria-describedby={isDisabled ? reasonId : undefined}
        type={isDisabled ? 'button' : type}
        onClick={isDisabled ? undefined : onClick}
      >
        {children}
        {isDisabled && (
          <span className="fw-hidden" id={reasonId}>
            {reason}
          </span>
        )}
      </Button>
    </Tooltip>
  );
}
