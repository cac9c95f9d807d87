import { useEffect, useRef, useState } from 'react';
import { textOfError } from '../api/api-error.ts';
import { hashFile } from './hash-file.ts';
import { sendPieces, type PieceCalls } from './send-pieces.ts';

/** The progress of an upload. */
export interface UploadProgress {
  name: string;
  state: 'reading' | 'sending' | 'offline';
  /** From 0 to 1. */
  share: number;
}

/** A file as it is announced to the server. */
export interface AnnouncedFile {
  name: string;
  size: number;
  sha256: string;
}

/**
 * Uploads one file at a time while the page is open; another one replaces it. An interrupted upload resumes after the bytes that the
 * server already has.
 */
export function useUpload() {
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** Resolves to what the server stored; to null when it was refused or cancelled. */
  const upload = async <Stored>(
    file: File,
    callsFor: (file: AnnouncedFile) => PieceCalls<Stored>,
  ): Promise<Stored | null> => {
    running.current?.abort();
    const abort = new AbortController();
    const { signal } = abort;
    running.current = abort;
    let bytes = 0;
    const show = (state: UploadProgress['state'], done = bytes) => {
      bytes = done;
      if (!signal.aborted) setProgress({ name: file.name, state, share: done / Math.max(1, file.size) });
    };
    setProblem(null);
    try {
      show('reading');
      const sha256 = await hashFile(file, signal, (done) => show('reading', done));
      const calls = callsFor({ name: file.name, size: file.size, sha256 });
      return await sendPieces(file, calls, signal, {
        sent: (done) => show('sending', done),
        offline: () => show('offline'),
      });
    } catch (error) {
      if (!signal.aborted) setProblem(textOfError(error));
      return null;
    } finally {
      if (running.current === abort) setProgress(null);
    }
  };

  const cancel = () => {
    running.current?.abort();
    setProgress(null);
  };

  return { progress, problem, upload, cancel };
}
