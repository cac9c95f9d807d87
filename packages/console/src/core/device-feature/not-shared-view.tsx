import { IconHistory, IconLock, IconPlayerPause } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { EmptyView } from '../components/empty-view.tsx';
import { textOfError } from '../components/error-view.tsx';
import { useCurrentPage } from '../router/pages-context.ts';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';
import { withheldBy, type Withheld } from './withheld.ts';

// Most people share what is looked at: it comes when it is needed.
const AskForMissing = lazy(async () => ({ default: (await import('./ask-consent.tsx')).AskForMissing }));

interface NotSharedViewProps {
  error: Error | null;
  refetch: () => Promise<unknown>;
}

const icons = { notShared: IconLock, paused: IconPlayerPause, held: IconHistory } satisfies Record<Withheld, unknown>;

/**
 * What stands in place of data that the device's person keeps to themselves, for good or for a while. What they have
 * not granted, they can be asked for.
 */
export function NotSharedView({ error, refetch }: NotSharedViewProps) {
  const { t } = useDeviceFeatureTexts();
  const { deviceId } = useCurrentPage();
  const withheld = withheldBy(error) ?? 'notShared';
  return (
    <EmptyView
      icon={icons[withheld]}
      title={textOfError(error)}
      hint={t(`${withheld}.hint`)}
      note={
        error !== null &&
        withheld === 'notShared' &&
        deviceId !== null && (
          <Suspense>
            <AskForMissing deviceId={deviceId} error={error} />
          </Suspense>
        )
      }
      refetch={refetch}
    />
  );
}
