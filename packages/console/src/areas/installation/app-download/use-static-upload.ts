import { receivedOfStatic, uploadStatic, type AppOffer, type StaticFileKind } from '@fairwatch/contract';
import { useState } from 'react';
import { callForm } from '../../../core/api/call-form.ts';
import { call } from '../../../core/api/client.ts';
import { i18n } from '../../../core/i18n/i18n.ts';
import { toast } from '../../../core/toast/toast.tsx';
import type { PieceCalls } from '../../../core/uploads/send-pieces.ts';
import { useUpload, type AnnouncedFile } from '../../../core/uploads/use-upload.ts';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';

/** Uploads one app or document at a time. */
export function useStaticUpload() {
  const { progress, problem, upload: send, cancel } = useUpload();
  const [kind, setKind] = useState<StaticFileKind | null>(null);

  const upload = async (chosen: StaticFileKind, file: File) => {
    setKind(chosen);
    const offer = await send(file, (announced) => callsFor(chosen, announced));
    if (offer !== null) toast.success(i18n.t('app-download:progress.done', { name: file.name }));
    await refetchChanged('app-download');
  };

  return {
    /** Of which kind the upload is that `progress` or `problem` is about. */
    kind,
    progress,
    problem,
    upload: (chosen: StaticFileKind, file: File) => void upload(chosen, file),
    cancel,
  };
}
export type StaticUpload = ReturnType<typeof useStaticUpload>;

function callsFor(kind: StaticFileKind, file: AnnouncedFile): PieceCalls<AppOffer> {
  const { sha256, size } = file;
  return {
    ask: async (signal) => {
      const { data } = await call(receivedOfStatic, { sha256, size }, signal);
      return { received: data.received, stored: null };
    },
    send: async (offset, chunk, options) => {
      const { data } = await callForm(uploadStatic, { kind, ...file, offset }, chunk, options);
      return { received: data.received, stored: data.offer };
    },
  };
}
