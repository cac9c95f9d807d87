import { removePersonPicture, setPersonPicture } from '@fairwatch/contract';
import { Button, Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { Opening } from '../../../core/shortcuts/opening.tsx';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';

const PictureDialog = lazy(async () => ({
  default: (await import('../../../shared/pictures/picture-dialog.tsx')).PictureDialog,
}));

interface PersonPictureProps {
  userId: number;
  hasPicture: boolean;
}

/** Sets and removes the picture of the person of a device. */
export function PersonPicture({ userId, hasPicture }: PersonPictureProps) {
  const { t } = useTranslation('users');
  const [choosing, setChoosing] = useState(false);
  async function send(image: string): Promise<void> {
    await call(setPersonPicture, { userId, image });
    await refetchChanged('users');
  }
  async function remove(): Promise<void> {
    await call(removePersonPicture, { userId });
    await refetchChanged('users');
  }
  return (
    <Group gap="xs">
      <Button size="compact-sm" variant="default" onClick={() => setChoosing(true)}>
        {t(hasPicture ? 'picture.change' : 'picture.add')}
      </Button>
      {hasPicture && (
        <Button size="compact-sm" variant="subtle" onClick={() => void toastPromise(remove()).catch(() => {})}>
          {t('picture.remove')}
        </Button>
      )}
      {choosing && (
        <Suspense fallback={<Opening />}>
          <PictureDialog title={t('picture.title')} send={send} close={() => setChoosing(false)} />
        </Suspense>
      )}
    </Group>
  );
}
