import { receivedOfStatic, uploadStatic, type AppOffer, type StaticFileKind } from '@fairwatch/contract';
import { useEffect, useRef, useState } from 'react';
import { callForm } from '../../../core/api/call-form.ts';
import { call } from '../../../core/api/client.ts';
import { textOfError } from '../../../core/api/api-error.ts';
import { i18n } from '../../../core/i18n/i18n.ts';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import { toast } from '../../../core/toast/toast.tsx';
import { hashFile } from '../../../core/uploads/hash-file.ts';
import { sendPieces } from '../../../core/uploads/send-pieces.ts';

/** The progress of an upload. */
export interface UploadProgress {
  kind: StaticFileKind;
  name: string;
  state: 'reading' | 'sending' | 'offline';
  /** From 0 to 1. */
  share: number;
}

/** Uploads one file at a time while the page is open. An interrupted upload resumes after the bytes that the server already has. */
export function useStaticUpload() {
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [problem, setProblem] = useState<{ kind: StaticFileKind; text: string } | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const upload = async (kind: StaticFileKind, file: File) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    const show = (state: UploadProgress['state'], bytes: number) => {
      if (!abort.signal.aborted) setProgress({ kind, name: file.name, state, share: bytes / Math.max(1, file.size) });
    };
    setProblem(null);
    try {
      show('reading', 0);
      const sha256 = await hashFile(file, abort.signal, (bytes) => show('reading', bytes));
      await send({ kind, file, sha256 }, abort.signal, show);
      toast.success(i18n.t('app-download:progress.done', { name: file.name }));
    } catch (error) {
      if (!abort.signal.aborted) setProblem({ kind, text: textOfError(error) });
    }
    if (running.current === abort) setProgress(null);
    await refetchChanged('app-download');
  };

  const cancel = () => {
    running.current?.abort();
    setProgress(null);
  };

  return { progress, problem, upload: (kind: StaticFileKind, file: File) => void upload(kind, file), cancel };
}
export type StaticUpload = ReturnType<typeof useStaticUpload>;

function send(
  { kind, file, sha256 }: { kind: StaticFileKind; file: File; sha256: string },
  signal: AbortSignal,
  show: (state: UploadProgress['state'], bytes: number) => void,
): Promise<AppOffer> {
  const { size, name } = file;
  let sent = 0;
  return sendPieces<AppOffer>(
    file,
    {
      ask: async (signal) => {
        const { data } = await call(receivedOfStatic, { sha256, size }, signal);
        return { received: data.received, stored: null };
      },
      send: async (offset, chunk, options) => {
        const { data } = await callForm(uploadStatic, { kind, name, sha256, size, offset }, chunk, options);
        return { received: data.received, stored: data.offer };
      },
    },
    signal,
    {
      sent: (bytes) => {
        sent = bytes;
        show('sending', bytes);
      },
      offline: () => show('offline', sent),
    },
  );
}
