import type { LogEntry, SentFile } from '@fairwatch/contract';
import { logWords, sentName, sizeText } from '@fairwatch/device/words';
import { Button } from '@mantine/core';
import { IconDownload, IconEye } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { Problem } from '../../core/components/problem.tsx';
import { isShown, useFetchedFile } from '../../core/files/use-fetched-file.ts';
import { useCompanion } from '../../core/live/companion-context.ts';
import classes from './log.module.css';

/** What this phone has sent for a line, to open. */
export function SentFiles({ sent: { commandId, files } }: { sent: NonNullable<LogEntry['sent']> }) {
  return (
    <div className={classes.sent}>
      {files.map((file) => (
        <Sent key={file.sha256} commandId={commandId} file={file} />
      ))}
    </div>
  );
}

function Sent({ commandId, file }: { commandId: number; file: SentFile }) {
  const { client } = useCompanion();
  const [isOpen, setIsOpen] = useState(false);
  const { sha256, mimeType, size } = file;
  const load = useCallback(() => client.fetchSent(commandId, sha256), [client, commandId, sha256]);
  const { url, problem } = useFetchedFile(mimeType, isOpen ? load : null);
  const name = sentName(file);
  return (
    <>
      <Button
        size="sm"
        mih={44}
        variant="default"
        leftSection={<IconEye size={18} aria-hidden />}
        loading={isOpen && url === null && problem === null}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? logWords('closeSent') : logWords('openSent', { name, size: sizeText(size) })}
      </Button>
      <Problem text={problem} />
      {url !== null && <Shown url={url} name={name} mimeType={mimeType} />}
    </>
  );
}

function Shown({ url, name, mimeType }: { url: string; name: string; mimeType: string }) {
  const kind = isShown(mimeType) ? mimeType.split('/')[0] : undefined;
  return (
    <>
      {kind === 'image' && <img className={classes.picture} src={url} alt={name} />}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what a phone recorded has no captions */}
      {kind === 'video' && <video className={classes.picture} controls src={url} aria-label={name} />}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what a phone recorded has no captions */}
      {kind === 'audio' && <audio className={classes.player} controls src={url} aria-label={name} />}
      <Button
        component="a"
        href={url}
        download={name}
        size="sm"
        mih={44}
        variant="subtle"
        leftSection={<IconDownload size={18} aria-hidden />}
      >
        {logWords('saveSent', { name })}
      </Button>
    </>
  );
}
