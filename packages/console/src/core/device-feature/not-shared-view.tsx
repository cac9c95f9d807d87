import { capabilityRefusal } from '@fairwatch/contract';
import { IconBan, IconHistory, IconLock, IconPlayerPause } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { EmptyView } from '../components/empty-view.tsx';
import { textOfError } from '../api/api-error.ts';
import { useCurrentPage } from '../router/pages-context.ts';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';
import { useOpenDevice } from './use-open-device.ts';
import { missingCapability, withheldBy, type Withheld } from './withheld.ts';

// Most people share what is looked at: it comes when it is needed.
const AskConsent = lazy(async () => ({ default: (await import('./ask-consent.tsx')).AskConsent }));

interface NotSharedViewProps {
  error: Error | null;
  refetch: () => Promise<unknown>;
}

const icons = { notShared: IconLock, paused: IconPlayerPause, held: IconHistory } satisfies Record<Withheld, unknown>;

/**
 * What stands in place of data that the device's person keeps to themselves, for good or for a while. What they have
 * not granted, they can be asked for, unless the device's client cannot share it at all.
 */
export function NotSharedView({ error, refetch }: NotSharedViewProps) {
  const { t } = useDeviceFeatureTexts();
  const { deviceId } = useCurrentPage();
  const device = useOpenDevice();
  const withheld = withheldBy(error) ?? 'notShared';
  const missing = missingCapability(error);
  const refusal = missing === null || device === undefined ? null : capabilityRefusal(device.offers, missing);
  return (
    <EmptyView
      icon={refusal === null ? icons[withheld] : IconBan}
      title={refusal ?? textOfError(error)}
      hint={t(refusal === null ? `${withheld}.hint` : 'notOffered.hint')}
      note={
        missing !== null &&
        deviceId !== null && (
          <Suspense>
            <AskConsent deviceId={deviceId} capability={missing} />
          </Suspense>
        )
      }
      refetch={refetch}
    />
  );
}
