import { IconLock } from '@tabler/icons-react';
import { EmptyView } from '../components/empty-view.tsx';
import { textOfError } from '../components/error-view.tsx';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';

interface NotSharedViewProps {
  error: Error | null;
  refetch: () => Promise<unknown>;
}

/** What stands in place of data that the device's person keeps to themselves. */
export function NotSharedView({ error, refetch }: NotSharedViewProps) {
  const { t } = useDeviceFeatureTexts();
  return <EmptyView icon={IconLock} title={textOfError(error)} hint={t('notShared.hint')} refetch={refetch} />;
}
