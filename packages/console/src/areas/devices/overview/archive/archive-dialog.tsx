import {
  archiveStatus,
  archiveUrl,
  capabilities,
  isReason,
  limits,
  makeArchive,
  type Archive,
  type Capability,
} from '@fairwatch/contract';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { call } from '../../../../core/api/client.ts';
import { apiBaseUrl } from '../../../../core/api/environments.ts';
import { query } from '../../../../core/api/query.ts';
import { Dialog } from '../../../../core/components/overlays/dialog.tsx';
import { ErrorView } from '../../../../core/components/page/error-view.tsx';
import { Facts } from '../../../../core/components/page/facts.tsx';
import { RelativeTime } from '../../../../core/components/time/relative-time.tsx';
import { sizeText } from '../../../../core/components/text/size-text.ts';
import { CountedTextarea } from '../../../../core/forms/counted-textarea.tsx';
import { addTexts, currentLanguage } from '../../../../core/i18n/i18n.ts';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';
import { FormButtons } from '../../../../core/forms/form-buttons.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { toastPromise } from '../../../../core/toast/toast.tsx';
import texts from './archive-dialog.texts.json';
import { listText } from '../../../../core/i18n/list-text.ts';

addTexts('archive', texts);

const { reasonMaxLength, lifetimeMs } = limits.archive;
const hours = lifetimeMs / 3_600_000;

interface ArchiveDialogProps {
  deviceId: number;
  /** The name of the person. */
  name: string;
  close: () => void;
}

/** Requests an archive of everything about a person, shows its status, and offers the download until it expires. */
export function ArchiveDialog({ deviceId, name, close }: ArchiveDialogProps) {
  const { t } = useTranslation('archive');
  const status = useQuery(query(archiveStatus, { deviceId }));
  const [again, setAgain] = useState(false);
  const { archive = null, ticket = null } = status.data?.data ?? {};
  const shown = again ? null : archive;
  return (
    <Dialog title={t('title')} close={close}>
      <Text c="dimmed" mt="xs" mb="md">
        {t('meaning', { name, hours })}
      </Text>
      {status.data === undefined && status.error !== null && (
        <ErrorView error={status.error} retry={async () => await status.refetch()} />
      )}
      {shown?.state === 'PENDING' && <Pending close={close} />}
      {shown?.state === 'READY' && ticket !== null && (
        <Ready archive={shown} ticket={ticket} close={close} makeAnother={() => setAgain(true)} />
      )}
      {status.data !== undefined && (shown === null || shown.state === 'FAILED') && (
        <AskReason
          deviceId={deviceId}
          failed={shown?.state === 'FAILED'}
          close={close}
          onRequested={() => setAgain(false)}
        />
      )}
    </Dialog>
  );
}

interface AskReasonProps {
  deviceId: number;
  failed: boolean;
  close: () => void;
  onRequested: () => void;
}

function AskReason({ deviceId, failed, close, onRequested }: AskReasonProps) {
  const { t } = useTranslation('archive');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  const missing = !isReason(reason);
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (missing) return;
    setSending(true);
    try {
      await toastPromise(call(makeArchive, { deviceId, reason: reason.trim() }));
      await refetchChanged('archives', deviceId);
      onRequested();
    } catch {
      // A toast has shown the error; the typed reason stays.
    } finally {
      setSending(false);
    }
  }
  return (
    <form className="fw-form" noValidate onSubmit={(event) => void submit(event)}>
      {failed && (
        <Text data-tone="bad" role="alert">
          {t('failed')}
        </Text>
      )}
      <CountedTextarea
        name="reason"
        label={t('reason')}
        placeholder={t('reasonExample')}
        rows={3}
        maxLength={reasonMaxLength}
        countWords={(count) => t('left', { count })}
        value={reason}
        error={tried && missing && t('reasonMissing')}
        onText={setReason}
      />
      <FormButtons cancelLabel={t('cancel')} cancel={close} submitLabel={t('make')} saving={sending} />
    </form>
  );
}

function Pending({ close }: { close: () => void }) {
  const { t } = useTranslation('archive');
  return (
    <>
      <Stack component="output" gap="sm">
        {t('pending')}
        <Box component="progress" w="100%" aria-label={t('pending')} />
      </Stack>
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={close}>
          {t('close')}
        </Button>
      </Group>
    </>
  );
}

interface ReadyProps {
  archive: Archive;
  ticket: string;
  close: () => void;
  makeAnother: () => void;
}

function Ready({ archive, ticket, close, makeAnother }: ReadyProps) {
  const { t } = useTranslation('archive');
  const { id, requestedBy, requestedAt, reason, size, expiresAt, leftOut } = archive;
  return (
    <>
      <Text component="output" fw={600} display="block" mb="sm">
        {t('ready')}
      </Text>
      <Facts
        facts={[
          [t('madeBy'), requestedBy],
          [t('madeAt'), <RelativeTime key="made" at={requestedAt} />],
          [t('for'), reason],
          [t('size'), sizeText(size ?? 0, currentLanguage())],
          [t('expires'), <RelativeTime key="expires" at={expiresAt ?? ''} />],
        ]}
      />
      {leftOut.length > 0 && (
        <Text c="dimmed" mt="xs" mb="md">
          {t('leftOut', { what: titlesOf(leftOut) })}
        </Text>
      )}
      <Group gap="xs" justify="flex-end" mt="lg">
        <Button variant="subtle" onClick={makeAnother}>
          {t('another')}
        </Button>
        <Button variant="default" onClick={close}>
          {t('close')}
        </Button>
        <Button
          component="a"
          href={apiBaseUrl + archiveUrl(id, ticket)}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('download')}
        </Button>
      </Group>
    </>
  );
}

function titlesOf(names: readonly Capability[]): string {
  return listText(names.map((name) => capabilities[name].title));
}
