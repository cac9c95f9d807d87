import type { TicketAttachment } from '@fairwatch/contract';
import { sizeText } from '@fairwatch/device/words';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { isShown } from '../../core/files/use-fetched-file.ts';
import { Problem } from '../../core/components/problem.tsx';
import { lengthText } from './length-text.ts';
import classes from './conversation.module.css';
import { useAttachment } from './use-attachment.ts';
import { t } from './tickets.texts.ts';

interface AttachmentProps {
  ticketId: number;
  attachment: TicketAttachment;
  isVoice: boolean;
}

/** The attachment of a message: a picture, a recording to play, or a file to save. */
export function Attachment({ ticketId, attachment, isVoice }: AttachmentProps) {
  const { mimeType } = attachment;
  const [kind] = mimeType.split('/');
  if (isShown(mimeType) && kind === 'image') return <Picture ticketId={ticketId} attachment={attachment} />;
  if (isVoice || (isShown(mimeType) && kind === 'audio')) {
    return <Sound ticketId={ticketId} attachment={attachment} isVoice={isVoice} />;
  }
  return <SaveButton ticketId={ticketId} attachment={attachment} />;
}

type PartProps = Omit<AttachmentProps, 'isVoice'>;

/** Loaded when it comes near the viewport, since a conversation may have many. */
function Picture({ ticketId, attachment }: PartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  const { url, problem } = useAttachment(ticketId, attachment, isNear);
  useEffect(() => {
    const watcher = new IntersectionObserver((seen) => seen.some((each) => each.isIntersecting) && setIsNear(true), {
      rootMargin: '200px',
    });
    if (place.current) watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={place}>
      {url === null ? (
        <div className={classes.space} aria-busy={problem === null} />
      ) : (
        <img className={classes.picture} src={url} alt={attachment.fileName} />
      )}
      <Problem text={problem} />
      {url !== null && <SaveLink url={url} attachment={attachment} />}
    </div>
  );
}

/** Loaded immediately when it is small, as voice messages are, so that one tap plays it. */
function Sound({ ticketId, attachment, isVoice }: AttachmentProps) {
  const { url, problem } = useAttachment(ticketId, attachment, true);
  const { fileName, durationMs } = attachment;
  const label = isVoice ? t('voice.of', { length: lengthText(durationMs ?? 0) }) : fileName;
  return (
    <>
      <p className={classes.text}>{label}</p>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a voice message has no captions */}
      {url !== null && <audio className={classes.player} controls src={url} aria-label={label} />}
      <Problem text={problem} />
    </>
  );
}

/** Any other file, which is loaded on a tap. */
function SaveButton({ ticketId, attachment }: PartProps) {
  const [isRequested, setIsRequested] = useState(false);
  const { url, problem } = useAttachment(ticketId, attachment, isRequested);
  if (url !== null) return <SaveLink url={url} attachment={attachment} isOpening />;
  const { fileName, size } = attachment;
  return (
    <>
      <Button
        size="sm"
        mih={44}
        variant="default"
        loading={isRequested && problem === null}
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => setIsRequested(true)}
      >
        {fileName} ({sizeText(size)})
      </Button>
      <Problem text={problem} />
    </>
  );
}

interface SaveLinkProps {
  url: string;
  attachment: TicketAttachment;
  /** Saves the file as soon as it is loaded. */
  isOpening?: boolean;
}

function SaveLink({ url, attachment: { fileName }, isOpening = false }: SaveLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isOpening) link.current?.click();
  }, [isOpening]);
  return (
    <Button
      ref={link}
      component="a"
      href={url}
      download={fileName}
      size="sm"
      mih={44}
      variant="subtle"
      leftSection={<IconDownload size={18} aria-hidden />}
    >
      {t('save', { fileName })}
    </Button>
  );
}
