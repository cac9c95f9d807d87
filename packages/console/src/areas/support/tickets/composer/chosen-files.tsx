import '@mantine/core/styles/CloseButton.layer.css';
import { CloseButton, Group } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useState } from 'react';
import { sizeText } from '../../../../core/components/text/size-text.ts';
import classes from './composer.module.css';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import { useBlobUrl } from '../../../../core/content/use-blob-url.ts';
import { useTicketTexts } from '../use-ticket-texts.ts';

interface ChosenFilesProps {
  files: readonly File[];
  remove: (file: File) => void;
}

/** The files attached to the unsent message, pictures with a preview. */
export function ChosenFiles({ files, remove }: ChosenFilesProps) {
  const { t } = useTicketTexts();
  return (
    <Group component="ul" gap="xs" aria-label={t('composer.files')}>
      {files.map((file, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same file may be chosen twice
        <li key={index} className={classes.file}>
          {file.type.startsWith('image/') ? <Preview file={file} /> : <IconFile size={22} stroke={1.5} aria-hidden />}
          <span className={`fw-ellipsis ${classes.fileName}`}>{file.name}</span>
          <span className="fw-note">{sizeText(file.size, currentLanguage())}</span>
          <CloseButton size="sm" aria-label={t('composer.remove', { name: file.name })} onClick={() => remove(file)} />
        </li>
      ))}
    </Group>
  );
}

function Preview({ file }: { file: File }) {
  const src = useBlobUrl(file);
  const [broken, setBroken] = useState(false);
  if (broken) return <IconFile size={22} stroke={1.5} aria-hidden />;
  if (src === null) return <span className={classes.preview} />;
  return <img className={classes.preview} src={src} alt="" onError={() => setBroken(true)} />;
}
