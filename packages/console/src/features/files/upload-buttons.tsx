import { limits, uploadAccept, uploadExtensions } from '@fairwatch/contract';
import { ActionIcon } from '@mantine/core';
import { IconFolderUp, IconUpload } from '@tabler/icons-react';
import { useRef, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonButton } from '../../core/components/reason-button.tsx';
import { sizeText } from '../../core/components/size-text.ts';
import { Tooltip } from '../../core/components/tooltip.tsx';
import { currentLanguage } from '../../core/i18n/i18n.ts';
import { pickedFiles, type ChosenFile } from './dropped-files.ts';

/** Every browser has it, React's types do not. */
const wholeFolder = { webkitdirectory: '' };

/** Which types may be uploaded and how large they may be, for a text. */
export function uploadWords(): { types: string; size: string } {
  return {
    types: uploadExtensions().join(', '),
    size: sizeText(limits.file.uploadMaxBytes, currentLanguage()),
  };
}

interface UploadButtonsProps {
  /** Why nothing can be uploaded now, or null. */
  reason: string | null;
  onChosen: (chosen: ChosenFile[]) => void;
}

/** Chooses files, or a folder with all that lies in it, to send to the device. */
export function UploadButtons({ reason, onChosen }: UploadButtonsProps) {
  const { t } = useTranslation('files');
  const [files, folder] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onChosen(pickedFiles(currentTarget.files ?? []));
    // The same file can be chosen again.
    currentTarget.value = '';
  };
  return (
    <>
      <ReasonButton
        leftSection={<IconUpload size={16} aria-hidden />}
        variant="light"
        reason={reason}
        hint={t('upload.types', uploadWords())}
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
        onChange={take}
      />
      <input {...wholeFolder} ref={folder} type="file" hidden aria-label={t('upload.folder')} onChange={take} />
    </>
  );
}
