import { capabilityRefusal } from '@fairwatch/contract';
import { IconBan, IconHistory, IconLock, IconPlayerPause } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { textOfError } from '../../../core/api/api-error.ts';
import { useCurrentPage } from '../../../core/router/pages-context.ts';
import { useDeviceFeatureTexts } from '../use-device-feature-texts.ts';
import { useOpenDevice } from '../device/use-open-device.ts';
import { missingCapability, withheldBy, type Withheld } from './withheld.ts';

// Lazy, because most data is shared.
const AskConsent = lazy(async () => ({ default: (await import('./ask-consent.tsx')).AskConsent }));

interface NotSharedViewProps {
  error: Error | null;
  refetch: () => Promise<unknown>;
}

const icons = { notShared: IconLock, paused: IconPlayerPause, held: IconHistory } satisfies Record<Withheld, unknown>;

/**
 * Replaces data that the person does not share, or not now. The admin can ask for a capability that is not granted, unless the
 * device's client cannot share it at all.
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
