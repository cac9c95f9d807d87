import { limits, uploadAccept, uploadExtensions } from '@fairwatch/contract';
import { ActionIcon } from '@mantine/core';
import { IconFolderUp, IconUpload } from '@tabler/icons-react';
import { useRef, type ChangeEvent } from 'react';
import { ReasonButton } from '../../../../core/components/buttons/reason-button.tsx';
import { Tooltip } from '../../../../core/components/overlays/tooltip.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { pickedFiles, type ChosenFile } from './dropped-files.ts';
import { listText } from '../../../../core/i18n/list-text.ts';

/** Makes a file input pick a folder. React's types lack the attribute. */
const folderInputProps = { webkitdirectory: '' };

/** The allowed file types and the maximum size, as values of a translated text. */
export function uploadLimitTexts(): { types: string; size: string } {
  return {
    types: listText(uploadExtensions()),
    // As the refusal of a larger file says it.
    size: `${limits.file.uploadMaxBytes / 1024 ** 2} MB`,
  };
}

interface UploadButtonsProps {
  /** Why nothing can be uploaded now, or null. */
  reason: string | null;
  onChosen: (chosen: ChosenFile[]) => void;
}

/** The buttons that pick files, or a whole folder, to upload to the device. */
export function UploadButtons({ reason, onChosen }: UploadButtonsProps) {
  const { t } = useTranslation('files');
  const [files, folder] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const onPick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onChosen(pickedFiles(currentTarget.files ?? []));
    // Without this reset, picking the same file again fires no change event.
    currentTarget.value = '';
  };
  return (
    <>
      <ReasonButton
        leftSection={<IconUpload size={16} aria-hidden />}
        variant="light"
        reason={reason}
        hint={t('upload.types', uploadLimitTexts())}
        onClick={() => files.current?.click()}
      >
        {t('upload.button')}
      </ReasonButton>
      {reason === null && (
        <Tooltip label={t('upload.folder')}>
          <ActionIcon variant="light" size={36} aria-label={t('upload.folder')} onClick={() => folder.current?.click()}>
            <IconFolderUp size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={uploadAccept()}
        aria-label={t('upload.button')}
        onChange={onPick}
      />
      <input {...folderInputProps} ref={folder} type="file" hidden aria-label={t('upload.folder')} onChange={onPick} />
    </>
  );
}
