import '@mantine/core/styles/Input.layer.css';
import { ticketLimits, uploadAccept, uploadExtensions } from '@fairwatch/contract';
import { ActionIcon, Group, Loader } from '@mantine/core';
import { IconMicrophone, IconPaperclip, IconSend2 } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { Recorded } from '@fairwatch/look/voice';
import { useUnsavedChanges } from '../../../../core/forms/leave/use-unsaved-changes.ts';
import { toast } from '../../../../core/toast/toast.tsx';
import classes from './composer.module.css';
import { DropZone } from './drop-zone.tsx';
import { outbox } from '../outbox/outbox.ts';
import { messagesOf, createOutgoing } from '../outbox/outgoing.ts';
import { validateFile } from '../outbox/send-message.ts';
import { useDraft } from '../outbox/drafts.ts';
import { useTicketTexts } from '../use-ticket-texts.ts';
import { listText } from '../../../../core/i18n/list-text.ts';

// Lazy, because few messages have files or a voice.
const ChosenFiles = lazy(async () => ({ default: (await import('./chosen-files.tsx')).ChosenFiles }));
const RecorderPanel = lazy(async () => ({ default: (await import('../voice/recorder-panel.tsx')).RecorderPanel }));

const { textMaxLength, captionMaxLength, fileMaxBytes } = ticketLimits;
/** The number of remaining characters is shown from here on. */
const showRemainingFrom = 200;

interface ComposerProps {
  ticketId: number;
  /** Called after sending, to scroll to the new message. */
  onSent: () => void;
}

/** The form that writes a message, attaches files or records a voice message. */
export function Composer({ ticketId, onSent }: ComposerProps) {
  const { t } = useTicketTexts();
  const [text, setText] = useDraft(ticketId);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isRecording, setIsRecording] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const isEmpty = text.trim() === '' && files.length === 0;
  // The text survives leaving the page; attached files do not.
  useUnsavedChanges(files.length > 0);

  const attach = (chosen: readonly File[]) => {
    const problems = new Set(chosen.map(validateFile).filter((problem) => problem !== null));
    for (const problem of problems) toast.error(problem);
    setFiles((before) => [...before, ...chosen.filter((file) => validateFile(file) === null)]);
  };
  const send = () => {
    if (isEmpty) return;
    const chosen = files.map((blob) => ({ blob, name: blob.name }));
    outbox.add(messagesOf(ticketId, text, chosen, captionMaxLength));
    setText('');
    setFiles([]);
    onSent();
    box.current?.focus();
  };
  const sendRecording = (recorded: Recorded) => {
    outbox.add([createOutgoing({ ticketId, kind: 'VOICE', text: '', file: recorded })]);
    setIsRecording(false);
    onSent();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    attach(pasted);
  };
  if (isRecording) {
    return (
      <div className={classes.composer}>
        <Suspense fallback={<Loader size="sm" m="md" aria-label={t('composer.loading')} />}>
          <RecorderPanel send={sendRecording} close={() => setIsRecording(false)} />
        </Suspense>
      </div>
    );
  }
  return (
    <DropZone onDrop={attach}>
      <form
        className={classes.composer}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {files.length > 0 && (
          <Suspense>
            <ChosenFiles
              files={files}
              remove={(file) => setFiles((before) => before.filter((each) => each !== file))}
            />
          </Suspense>
        )}
        <Group gap={6} align="flex-end" wrap="nowrap">
          <AttachButton attach={attach} />
          <textarea
            ref={box}
            className={classes.text}
            aria-label={t('composer.label')}
            placeholder={t('composer.placeholder')}
            title={t('composer.hint')}
            rows={1}
            maxLength={textMaxLength}
            dir="auto"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => sendOnEnter(event, send)}
            onPaste={onPaste}
          />
          {isEmpty ? (
            <ActionIcon
              key="record"
              size={36}
              variant="subtle"
              aria-label={t('composer.record')}
              title={t('composer.record')}
              onClick={() => setIsRecording(true)}
            >
              <IconMicrophone size={20} aria-hidden />
            </ActionIcon>
          ) : (
            <ActionIcon key="send" type="submit" size={36} aria-label={t('composer.send')} title={t('composer.send')}>
              <IconSend2 size={18} aria-hidden />
            </ActionIcon>
          )}
        </Group>
        <p className="fw-note">{attachHint(t)}</p>
        {textMaxLength - text.length <= showRemainingFrom && (
          <output className={`fw-note ${classes.left}`}>
            {t('composer.left', { count: textMaxLength - text.length })}
          </output>
        )}
      </form>
    </DropZone>
  );
}

/** Enter sends and Shift+Enter adds a line. On touch devices Enter adds a line, as users expect there. */
function sendOnEnter(event: KeyboardEvent, send: () => void): void {
  const isPlainEnter = !event.shiftKey && !event.altKey && !event.nativeEvent.isComposing;
  if (event.key !== 'Enter' || !isPlainEnter || matchMedia('(pointer: coarse)').matches) return;
  event.preventDefault();
  send();
}

/** The text with the allowed types and size of attachments. */
function attachHint(t: ReturnType<typeof useTicketTexts>['t']): string {
  return t('composer.attachHint', { types: listText(uploadExtensions()), size: fileMaxBytes / (1024 * 1024) });
}

function AttachButton({ attach }: { attach: (files: readonly File[]) => void }) {
  const { t } = useTicketTexts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ActionIcon
        size={36}
        variant="subtle"
        color="gray"
        aria-label={t('composer.attach')}
        title={attachHint(t)}
        onClick={() => input.current?.click()}
      >
        <IconPaperclip size={20} aria-hidden />
      </ActionIcon>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={uploadAccept()}
        aria-label={t('composer.attach')}
        onChange={({ currentTarget }) => {
          attach([...(currentTarget.files ?? [])]);
          // Without this reset, picking the same file again fires no change event.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
