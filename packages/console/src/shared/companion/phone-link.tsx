import { ActionIcon, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconShare } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { CopyButton } from '../../core/components/text/copy-button.tsx';
import { addressProblem } from './companion-address.ts';
import classes from './phone-link.module.css';
import { useCompanionTexts } from './use-companion-texts.ts';
import { toast } from '../../core/toast/toast.tsx';

// Lazy, because a QR code needs a library.
const QrCode = lazy(async () => ({ default: (await import('../../core/components/qr-code.tsx')).QrCode }));

interface PhoneLinkProps {
  address: string;
  /** The accessible name of the QR code. */
  label?: string;
  /** The instructions that are drawn above the address. */
  children?: ReactNode;
  /** The buttons that are drawn under the address. */
  actions?: ReactNode;
}

/** A link for a phone, as a QR code and as text to copy or share. */
export function PhoneLink({ address, label, children, actions }: PhoneLinkProps) {
  const { t } = useCompanionTexts();
  return (
    <div className={classes.link}>
      <div className={classes.qr}>
        <Suspense>
          <QrCode text={address} label={label ?? t('qr')} />
        </Suspense>
      </div>
      <div className="fw-grow">
        {children}
        <Group component="p" gap={6} wrap="nowrap" align="flex-start" mt="xs">
          <Text component="code" size="sm" lh="1.5rem" className="fw-code">
            {address}
          </Text>
          <CopyButton label={t('copy')} text={address} />
          <ShareButton address={address} />
        </Group>
        {actions}
      </div>
    </div>
  );
}

/** Explains why an address does not work on phones, and what helps. Draws nothing when it works. */
export function AddressNote({ address }: { address: string }) {
  const { t } = useCompanionTexts();
  const problem = addressProblem(address);
  if (problem === null) return null;
  return (
    <p className={classes.note}>
      <IconAlertTriangle size={16} aria-hidden />
      <span>{t(`problem.${problem}`)}</span>
    </p>
  );
}

/** Shares a link with another app, in browsers with the Web Share API. */
function ShareButton({ address }: { address: string }) {
  const { t } = useCompanionTexts();
  if (typeof navigator.share !== 'function') return null;
  const share = async () => {
    try {
      await navigator.share({ title: t('joinTitle'), url: address });
    } catch (error) {
      // Closing the browser's own dialog is a choice, not a failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.error(t('shareFailed'));
    }
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      aria-label={t('share')}
      title={t('share')}
      onClick={() => void share()}
    >
      <IconShare size={14} aria-hidden />
    </ActionIcon>
  );
}
