import type { TicketAttachment } from '@fairwatch/contract';
import { IconDownload, IconFile } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { sizeText } from '../../../../core/components/text/size-text.ts';
import type { ContentAddressOf } from '../../../../core/content/use-content.ts';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import { lazyDialog } from '../../../../core/shortcuts/opening.tsx';
import classes from './chat.module.css';
import type { ChatMessage } from './chat-message.ts';
import { useTicketTexts } from '../use-ticket-texts.ts';
import { useBlobUrl } from '../../../../core/content/use-blob-url.ts';
import type { OutgoingFile } from '../outbox/outgoing.ts';

// Lazy, because most conversations are text only.
const VoicePlayer = lazy(async () => ({ default: (await import('../voice/voice-player.tsx')).VoicePlayer }));
const LargePicture = lazyDialog(async () => (await import('./large-picture.tsx')).LargePicture);

interface AttachmentProps {
  message: ChatMessage;
  addressOf: ContentAddressOf;
}

/** The attachment of a message: a voice player, a picture, or a file to download. */
export function Attachment({ message, addressOf }: AttachmentProps) {
  if (message.stored === null) return message.outgoing.file && <OutgoingAttachment file={message.outgoing.file} />;
  const { attachment, kind } = message.stored;
  if (attachment === null) return null;
  const { sha256, durationMs, peaks } = attachment;
  if (kind === 'VOICE') {
    return <Voice src={addressOf(sha256, 'full')} durationMs={durationMs ?? 0} peaks={peaks ?? []} />;
  }
  return attachment.thumbnail ? (
    <Picture {...{ attachment, addressOf }} />
  ) : (
    <FileCard {...{ attachment, addressOf }} />
  );
}

function Voice(props: { src: string | null; durationMs: number; peaks: readonly number[] }) {
  return (
    <Suspense fallback={<div className={classes.voice} aria-busy />}>
      <VoicePlayer {...props} />
    </Suspense>
  );
}

/** The attachment of an unsent message, shown from the browser's memory. */
function OutgoingAttachment({ file }: { file: OutgoingFile }) {
  const { blob, name, durationMs, peaks } = file;
  const src = useBlobUrl(blob);
  if (durationMs !== undefined) return <Voice src={src} durationMs={durationMs} peaks={peaks ?? []} />;
  if (blob.type.startsWith('image/')) return src && <img className={classes.picture} src={src} alt={name} />;
  return (
    <span className={classes.file}>
      <IconFile size={22} stroke={1.5} aria-hidden />
      <span className={`fw-ellipsis ${classes.name}`}>{name}</span>
      <span className="fw-note">{sizeText(blob.size, currentLanguage())}</span>
    </span>
  );
}

interface StoredProps {
  attachment: TicketAttachment;
  addressOf: ContentAddressOf;
}

function Picture({ attachment, addressOf }: StoredProps) {
  const { t } = useTicketTexts();
  const [open, setOpen] = useState(false);
  const [broken, setBroken] = useState(false);
  const { sha256, fileName } = attachment;
  const src = addressOf(sha256, 'thumbnail');
  if (broken) return <FileCard {...{ attachment, addressOf }} />;
  return (
    <>
      <button
        type="button"
        className={classes.open}
        aria-label={t('chat.view', { name: fileName })}
        onClick={() => setOpen(true)}
      >
        {src === null ? (
          <span className={classes.picture} aria-busy />
        ) : (
          <img className={classes.picture} src={src} alt="" onError={() => setBroken(true)} />
        )}
      </button>
      {open && <LargePicture {...{ attachment, addressOf }} close={() => setOpen(false)} />}
    </>
  );
}

function FileCard({ attachment: { sha256, fileName, size }, addressOf }: StoredProps) {
  const { t } = useTicketTexts();
  return (
    <a
      className={classes.file}
      href={addressOf(sha256, 'full', fileName) ?? undefined}
      download={fileName}
      aria-label={t('chat.download', { name: fileName })}
    >
      <IconFile size={22} stroke={1.5} aria-hidden />
      <span className={`fw-ellipsis ${classes.name}`} dir="auto">
        {fileName}
      </span>
      <span className="fw-note">{sizeText(size, currentLanguage())}</span>
      <IconDownload size={16} aria-hidden />
    </a>
  );
}
