import type { TicketAttachment } from '@fairwatch/contract';
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../../core/components/dialog.tsx';
import type { ContentAddressOf } from '../../core/content/use-content.ts';
import classes from './attachment.module.css';
import { useTicketTexts } from './use-ticket-texts.ts';

interface LargePictureProps {
  attachment: TicketAttachment;
  addressOf: ContentAddressOf;
  close: () => void;
}

/** A picture of a message as large as the screen allows. */
export function LargePicture({ attachment: { sha256, fileName }, addressOf, close }: LargePictureProps) {
  const { t } = useTicketTexts();
  const [broken, setBroken] = useState(false);
  const saveAs = addressOf(sha256, 'full', fileName);
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
        {saveAs !== null && (
          <Button
            variant="default"
            component="a"
            href={saveAs}
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
