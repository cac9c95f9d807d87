import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { userDetail } from '@fairwatch/contract';
import { CloseButton, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query, readError } from '../../../core/api/query.ts';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { UserFacts } from './user-facts.tsx';
import { UserDevices } from './user-devices.tsx';

interface UserDrawerProps {
  userId: number;
  close: () => void;
}

/** The details and devices of one account, in a drawer next to the list. */
export function UserDrawer({ userId, close }: UserDrawerProps) {
  const { t } = useTranslation('users');
  return (
    <Dialog title={t('detail.title')} close={close} drawer>
      <CloseButton pos="absolute" top="1rem" right="1rem" aria-label={t('detail.close')} onClick={close} />
      <Detail key={userId} userId={userId} />
    </Dialog>
  );
}

function Detail({ userId }: { userId: number }) {
  const result = useQuery(query(userDetail, { userId }));
  const { data, refetch } = result;
  const error = readError(result);
  if (error !== null) return <ErrorView error={error} retry={refetch} />;
  if (data === undefined) return <Loading />;
  return (
    <Stack gap="lg">
      <UserFacts user={data.data} />
      <UserDevices devices={data.data.devices} />
    </Stack>
  );
}

function Loading() {
  return (
    <Stack gap="lg" aria-busy>
      <Skeleton height={48} circle />
      {[70, 55, 62, 48, 66, 52].map((width) => (
        <Skeleton key={width} height={12} width={`${width}%`} radius="xl" />
      ))}
    </Stack>
  );
}
