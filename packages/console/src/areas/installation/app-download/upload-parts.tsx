import { uploadAccept, type StaticFileKind } from '@fairwatch/contract';
import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './app-download.module.css';
import type { StaticUpload } from './use-static-upload.ts';

interface UploadButtonProps {
  kind: StaticFileKind;
  label: string;
  uploading: StaticUpload;
  variant?: 'default' | 'filled';
}

/** Opens the file picker and uploads the chosen file. */
export function UploadButton({ kind, label, uploading, variant = 'default' }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={kind === 'APP' ? '.apk,application/vnd.android.package-archive' : uploadAccept()}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Reset, because choosing the same file again would not fire another change event.
          currentTarget.value = '';
          if (file) uploading.upload(kind, file);
        }}
      />
      <Button
        variant={variant}
        leftSection={<IconUpload size={16} aria-hidden />}
        disabled={uploading.progress !== null}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}

/** The progress of an upload of this kind, or the error of the last one. */
export function UploadState({ kind, uploading }: { kind: StaticFileKind; uploading: StaticUpload }) {
  const { t } = useTranslation('app-download');
  const { progress, problem, cancel } = uploading;
  if (progress?.kind === kind) {
    const { name, state, share } = progress;
    const label = t(`progress.${state}`, { name });
    return (
      <Group gap="0.375rem 0.75rem" w="100%" mt="sm" mb={4}>
        <span>{label}</span>
        <progress className={classes.bar} aria-label={label} value={share} max={1} />
        <Button size="compact-sm" variant="subtle" color="gray" onClick={cancel}>
          {t('progress.cancel')}
        </Button>
      </Group>
    );
  }
  if (problem?.kind !== kind) return null;
  return (
    <Group component="p" gap="xs" wrap="nowrap" align="flex-start" mt="sm" ta="start" data-tone="bad" role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      {problem.text}
    </Group>
  );
}
