import { IconAlertTriangle } from '@tabler/icons-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { CopyButton } from '../components/copy-button.tsx';
import { addressProblem } from './companion-address.ts';
import classes from './phone-link.module.css';
import { ShareButton } from './share-button.tsx';
import { useCompanionTexts } from './use-companion-texts.ts';

// Drawing a QR code takes a library: the page does not wait for it.
const QrCode = lazy(async () => ({ default: (await import('../components/qr-code.tsx')).QrCode }));

interface PhoneLinkProps {
  address: string;
  /** What a screen reader says of the QR code; that it holds the link, unless given. */
  label?: string;
  /** What to do with it, above the address. */
  children?: ReactNode;
  /** Under the address, such as a button. */
  actions?: ReactNode;
}

/** A link for a phone: to be scanned, copied or shared. */
export function PhoneLink({ address, label, children, actions }: PhoneLinkProps) {
  const { t } = useCompanionTexts();
  return (
    <div className={classes.link}>
      <div className={classes.qr}>
        <Suspense>
          <QrCode text={address} label={label ?? t('qr')} />
        </Suspense>
      </div>
      <div className={classes.words}>
        {children}
        <p className={classes.address}>
          <code>{address}</code>
          <CopyButton label={t('copy')} text={address} />
          <ShareButton address={address} />
        </p>
        {actions}
      </div>
    </div>
  );
}

/** Says why phones get nowhere with an address, and what helps; draws nothing when they do. */
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
