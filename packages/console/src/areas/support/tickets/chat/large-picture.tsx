import type { TicketAttachment } from '@fairwatch/contract';
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../../../../core/components/overlays/dialog.tsx';
import type { ContentAddressOf } from '../../../../core/content/use-content.ts';
import classes from './chat.module.css';
import { useTicketTexts } from '../use-ticket-texts.ts';

interface LargePictureProps {
  attachment: TicketAttachment;
  addressOf: ContentAddressOf;
  close: () => void;
}

/** The dialog that shows a picture of a message in full size, with a download button. */
export function LargePicture({ attachment: { sha256, fileName }, addressOf, close }: LargePictureProps) {
  const { t } = useTicketTexts();
  const [broken, setBroken] = useState(false);
  const downloadAddress = addressOf(sha256, 'full', fileName);
  return (
    <Dialog title={fileName} close={close}>
      {broken ? (
        <p>{t('chat.broken')}</p>
      ) : (
        <img
          className={classes.large}
          src={addressOf(sha256, 'full') ?? undefined}
          alt={fileName}
          onError={() => setBroken(true)}
        />
      )}
      <Group mt="md" gap="xs" justify="flex-end">
        {downloadAddress !== null && (
          <Button
            variant="default"
            component="a"
            href={downloadAddress}
            download={fileName}
            leftSection={<IconDownload size={16} aria-hidden />}
            aria-label={t('chat.download', { name: fileName })}
          >
            {t('chat.save')}
          </Button>
        )}
        <Button onClick={close}>{t('chat.close')}</Button>
      </Group>
    </Dialog>
  );
}
