import { fileName as fileNameSchema, ticketLimits } from '@fairwatch/contract';
import { limitText, problemText, ticketWords } from '@fairwatch/device/words';
import { ActionIcon, Button, Textarea } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { IconMicrophone, IconPaperclip, IconSend2 } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState, type FormEvent } from 'react';
import { Problem } from '../../core/components/problem.tsx';
import { useCompanion } from '../../core/live/companion-context.ts';
import { useDraft } from '../../core/live/use-draft.ts';
import { replyKey } from '../../core/tickets/ticket-drafts.ts';
import classes from './conversation.module.css';
import { t } from './tickets.texts.ts';

const VoiceRecorder = lazy(() => import('./voice-recorder.tsx').then((file) => ({ default: file.VoiceRecorder })));
const { textMaxLength, fileMaxBytes } = ticketLimits;

/** The input of a conversation: a text, files, or a recording. The text is stored as a draft until it is sent. */
export function Composer({ ticketId }: { ticketId: number }) {
  const { tickets, drafts } = useCompanion();
  const key = replyKey(ticketId);
  const { draft, change, clear } = useDraft(key, '');
  const [isSpeaking, setIsSpeaking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  if (draft === null) return null;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const text = draft.trim();
    if (text === '') return;
    setProblem(null);
    clear();
    // A refused text goes back into the field, unless something else was typed meanwhile.
    tickets.reply(ticketId, text).catch(async (error: unknown) => {
      setProblem(problemText(error));
      const written = await drafts.load<string>(key);
      if (!written || written === text) change(text);
    });
  };
  const attach = (files: readonly File[]) => {
    const refusals = files.map(refusalOf).filter((refusal) => refusal !== null);
    setProblem(refusals.length > 0 ? refusals.join(' ') : null);
    for (const file of files) {
      if (refusalOf(file) !== null) continue;
      tickets.sendFile({ ticketId, kind: 'FILE', name: file.name, blob: file, durationMs: null, peaks: [] });
    }
  };
  if (isSpeaking) {
    return (
      <Suspense fallback={null}>
        <VoiceRecorder
          onSend={({ name, blob, durationMs, peaks }) => {
            setIsSpeaking(false);
            tickets.sendFile({ ticketId, kind: 'VOICE', name, blob, durationMs, peaks });
          }}
          onClose={() => setIsSpeaking(false)}
        />
      </Suspense>
    );
  }
  return (
    <form className={classes.composer} onSubmit={send}>
      <Textarea
        size="md"
        label={ticketWords('message')}
        rows={3}
        maxLength={textMaxLength}
        value={draft}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <Problem text={problem} />
      <div className={classes.send}>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label={t('files')}
          onChange={({ currentTarget }) => {
            attach(Array.from(currentTarget.files ?? []));
            // Reset, so that the same file can be picked again.
            currentTarget.value = '';
          }}
        />
        <ActionIcon size={48} variant="default" aria-label={t('attach')} onClick={() => picker.current?.click()}>
          <IconPaperclip aria-hidden />
        </ActionIcon>
        <ActionIcon size={48} variant="default" aria-label={t('record')} onClick={() => setIsSpeaking(true)}>
          <IconMicrophone aria-hidden />
        </ActionIcon>
        <Button
          type="submit"
          size="lg"
          disabled={draft.trim() === ''}
          leftSection={<IconSend2 size={18} aria-hidden />}
        >
          {ticketWords('send')}
        </Button>
      </div>
    </form>
  );
}

/** Checks a file before it is sent; null when it is valid. Its type is checked by the server. */
function refusalOf(file: File): string | null {
  if (file.size === 0) return t('empty', { name: file.name });
  if (file.size > fileMaxBytes) return t('tooLarge', { name: file.name, size: limitText(fileMaxBytes) });
  return fileNameSchema.safeParse(file.name).success ? null : t('badName', { name: file.name });
}
