import { IconLock, IconPlayerPause } from '@tabler/icons-react';
import { EmptyView } from '../components/empty-view.tsx';
import { textOfError } from '../components/error-view.tsx';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';
import { withheldBy } from './withheld.ts';

interface NotSharedViewProps {
  error: Error | null;
  refetch: () => Promise<unknown>;
}

/** What stands in place of data that the device's person keeps to themselves, for good or for a while. */
export function NotSharedView({ error, refetch }: NotSharedViewProps) {
  const { t } = useDeviceFeatureTexts();
  const withheld = withheldBy(error) ?? 'notShared';
  return (
    <EmptyView
      icon={withheld === 'paused' ? IconPlayerPause : IconLock}
      title={textOfError(error)}
      hint={t(`${withheld}.hint`)}
      refetch={refetch}
    />
  );
}
