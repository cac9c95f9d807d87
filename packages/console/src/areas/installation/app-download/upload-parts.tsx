import { uploadAccept, type StaticFileKind } from '@fairwatch/contract';
import { Box, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { FileButton } from '../../../core/components/upload/file-button.tsx';
import { UploadBar } from '../../../core/components/upload/upload-bar.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import type { StaticUpload } from './use-static-upload.ts';

interface UploadButtonProps {
  kind: StaticFileKind;
  label: string;
  uploading: StaticUpload;
  variant?: 'default' | 'filled';
}

/** Opens the file picker and uploads the chosen file. */
export function UploadButton({ kind, label, uploading, variant = 'default' }: UploadButtonProps) {
  return (
    <FileButton
      label={label}
      variant={variant}
      accept={kind === 'APP' ? '.apk,application/vnd.android.package-archive' : uploadAccept()}
      disabled={uploading.progress !== null}
      onFile={(file) => uploading.upload(kind, file)}
    />
  );
}

/** The progress of an upload of this kind, or the error of the last one. */
export function UploadState({ kind, uploading }: { kind: StaticFileKind; uploading: StaticUpload }) {
  const { t } = useTranslation('app-download');
  const { progress, problem, cancel } = uploading;
  if (uploading.kind !== kind) return null;
  if (progress !== null) {
    const { name, state, share } = progress;
    return (
      <Box mt="sm" mb={4}>
        <UploadBar
          label={t(`progress.${state}`, { name })}
          share={share}
          cancel={t('progress.cancel')}
          onCancel={cancel}
        />
      </Box>
    );
  }
  if (problem === null) return null;
  return (
    <Group component="p" gap="xs" wrap="nowrap" align="flex-start" mt="sm" ta="start" data-tone="bad" role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      {problem}
    </Group>
  );
}
