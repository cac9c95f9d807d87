import { invitationLink } from '@fairwatch/contract';
import { Button, Group, Text } from '@mantine/core';
import { CommandLine } from '../../../core/components/text/command-line.tsx';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { exactTimeText } from '../../../core/components/time/time-texts.ts';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { pageFacts } from '../../../core/page-facts/page-facts.ts';
import type { MadeInvitation } from './invite-dialog.tsx';

interface LinkDialogProps {
  invitation: MadeInvitation;
  /** True when an earlier link became void. */
  isReplaced: boolean;
  close: () => void;
}

/** Shows the link of an invitation once, since only its hash is stored, or says where it was mailed. */
export function LinkDialog({ invitation, isReplaced, close }: LinkDialogProps) {
  const { t } = useTranslation('invitations');
  const { token, email, expiresAt } = invitation;
  const until = exactTimeText(new Date(expiresAt), currentLanguage());
  return (
    <Dialog title={t('link.title')} close={close}>
      {token === null ? (
        <>
          <Text size="sm">{t(pageFacts().sendsMail ? 'link.mailed' : 'link.outbox', { email, until })}</Text>
          <Text size="sm" c="dimmed" mt="xs">
            {t('link.again')}
          </Text>
        </>
      ) : (
        <>
          <Text size="sm" mb="xs">
            {t('link.text', { until })} {isReplaced && t('link.replaced')}
          </Text>
          <CommandLine line={new URL(invitationLink(token), location.origin).href} label={t('link.copy')} />
        </>
      )}
      <Group mt="lg" justify="flex-end">
        <Button onClick={close}>{t('link.close')}</Button>
      </Group>
    </Dialog>
  );
}
