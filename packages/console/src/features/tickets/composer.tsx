import '@mantine/core/styles/Input.layer.css';
import { ticketLimits, uploadAccept, uploadExtensions } from '@fairwatch/contract';
import { ActionIcon, Loader } from '@mantine/core';
import { IconMicrophone, IconPaperclip, IconSend2 } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useUnsavedChanges } from '../../core/forms/use-unsaved-changes.ts';
import { toast } from '../../core/toast/toast.tsx';
import { ChosenFiles } from './chosen-files.tsx';
import classes from './composer.module.css';
import { DropZone } from './drop-zone.tsx';
import { outbox } from './outbox.ts';
import { messagesOf, outgoing } from './outgoing.ts';
import type { Recorded } from '@fairwatch/look/voice';
import { problemOf } from './send-message.ts';
import { useDraft } from './use-draft.ts';
import { useTicketTexts } from './use-ticket-texts.ts';

// Few messages are spoken: recorder and player come when somebody wants them.
const RecorderPanel = lazy(async () => ({ default: (await import('./recorder-panel.tsx')).RecorderPanel }));

const { textMaxLength, captionMaxLength, fileMaxBytes } = ticketLimits;
/** How much room is left is told when it becomes little. */
const nearEnd = 200;

interface ComposerProps {
  ticketId: number;
  /** Something was sent: the reader wants to see it. */
  onSent: () => void;
}

/** Where one writes, attaches and speaks. */
export function Composer({ ticketId, onSent }: ComposerProps) {
  const { t } = useTicketTexts();
  const [text, setText] = useDraft(ticketId);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [speaking, setSpeaking] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const empty = text.trim() === '' && files.length === 0;
  // The text is kept in the browser; files that were chosen are not.
  useUnsavedChanges(files.length > 0);

  const attach = (chosen: readonly File[]) => {
    const problems = new Set(chosen.map(problemOf).filter((problem) => problem !== null));
    for (const problem of problems) toast.error(problem);
    setFiles((before) => [...before, ...chosen.filter((file) => problemOf(file) === null)]);
  };
  const send = () => {
    if (empty) return;
    const chosen = files.map((blob) => ({ blob, name: blob.name }));
    outbox.add(messagesOf(ticketId, text, chosen, captionMaxLength));
    setText('');
    setFiles([]);
    onSent();
    box.current?.focus();
  };
  const speak = (recorded: Recorded) => {
    outbox.add([outgoing({ ticketId, kind: 'VOICE', text: '', file: recorded })]);
    setSpeaking(false);
    onSent();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    attach(pasted);
  };
  if (speaking) {
    return (
      <div className={classes.composer}>
        <Suspense fallback={<Loader size="sm" m="md" aria-label={t('composer.loading')} />}>
          <RecorderPanel send={speak} close={() => setSpeaking(false)} />
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
        <ChosenFiles files={files} remove={(file) => setFiles((before) => before.filter((each) => each !== file))} />
        <div className={classes.line}>
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
          {empty ? (
            <ActionIcon
              key="record"
              size={36}
              variant="subtle"
              aria-label={t('composer.record')}
              title={t('composer.record')}
              onClick={() => setSpeaking(true)}
            >
              <IconMicrophone size={20} aria-hidden />
            </ActionIcon>
          ) : (
            <ActionIcon key="send" type="submit" size={36} aria-label={t('composer.send')} title={t('composer.send')}>
              <IconSend2 size={18} aria-hidden />
            </ActionIcon>
          )}
        </div>
        <p className={classes.types}>{attachWords(t)}</p>
        {textMaxLength - text.length <= nearEnd && (
          <output className={classes.left}>{t('composer.left', { count: textMaxLength - text.length })}</output>
        )}
      </form>
    </DropZone>
  );
}

/** Enter sends where there is a keyboard with Shift; on a phone it breaks the line, as everywhere there. */
function sendOnEnter(event: KeyboardEvent, send: () => void): void {
  const plain = !event.shiftKey && !event.altKey && !event.nativeEvent.isComposing;
  if (event.key !== 'Enter' || !plain || matchMedia('(pointer: coarse)').matches) return;
  event.preventDefault();
  send();
}

/** Which files may be attached. */
function attachWords(t: ReturnType<typeof useTicketTexts>['t']): string {
  return t('composer.attachHint', { types: uploadExtensions().join(', '), size: fileMaxBytes / (1024 * 1024) });
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
        title={attachWords(t)}
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
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
