import {
  limits,
  loadMapData,
  receivedOfMapData,
  uploadMapData,
  type MapDataState,
  type OutputOf,
} from '@fairwatch/contract';
import { callForm } from '../../../core/api/call-form.ts';
import { call } from '../../../core/api/client.ts';
import { query, queryClient } from '../../../core/api/query.ts';
import { Card } from '../../../core/components/page/card.tsx';
import { FileButton } from '../../../core/components/upload/file-button.tsx';
import { UploadBar } from '../../../core/components/upload/upload-bar.tsx';
import { Problem } from '../../../core/forms/problem.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import type { PieceCalls } from '../../../core/uploads/send-pieces.ts';
import { useUpload, type AnnouncedFile } from '../../../core/uploads/use-upload.ts';

const gigabyte = 1024 ** 3;

/** Uploads a map from this computer, for a server without internet. */
export function UploadForm({ state: { shown, work } }: { state: MapDataState }) {
  const { t } = useTranslation('map-data');
  const { progress, problem, upload, cancel } = useUpload();
  if (shown === 'MAP_STYLE_URL' || shown === 'MAP_TILES_FILE') return null;
  const start = async (file: File) => {
    await upload(file, callsFor);
    await queryClient.invalidateQueries({ queryKey: query(loadMapData, {}).queryKey });
  };
  return (
    <Card spaced title={t('upload.title')} about={t('upload.hint', { max: limits.mapData.maxBytes / gigabyte })}>
      <Problem text={problem ?? undefined} />
      {progress === null ? (
        <div>
          <FileButton
            label={t('upload.choose')}
            accept=".pmtiles"
            disabled={work?.state === 'RUNNING'}
            onFile={(file) => void start(file)}
          />
        </div>
      ) : (
        <>
          <UploadBar
            label={t(`upload.${progress.state}`, { name: progress.name })}
            share={progress.share}
            cancel={t('cancel')}
            onCancel={cancel}
          />
          <p className="fw-note">{t('upload.stay')}</p>
        </>
      )}
    </Card>
  );
}

const takenOf = ({ received, state }: OutputOf<typeof uploadMapData>) => ({ received, stored: state });

function callsFor(file: AnnouncedFile): PieceCalls<MapDataState> {
  const { sha256, size } = file;
  return {
    ask: async (signal) => takenOf((await call(receivedOfMapData, { sha256, size }, signal)).data),
    send: async (offset, chunk, options) =>
      takenOf((await callForm(uploadMapData, { ...file, offset }, chunk, options)).data),
  };
}
