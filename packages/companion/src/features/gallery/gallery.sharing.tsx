import { sizeText } from '@fairwatch/device/words';
import { Button, FileButton, Text } from '@mantine/core';
import { IconMovie, IconPhoto, IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useCompanion } from '../../core/live/companion-context.ts';
import { addedText, countText } from '../../core/shared-items/item-storage.ts';
import { RemoveAllButton } from '../../core/shared-items/remove-all-button.tsx';
import { ItemsPanel } from '../../core/shared-items/items-panel.tsx';
import { useSharedItems } from '../../core/shared-items/use-shared-items.ts';
import { useWork } from '../../core/shared-items/use-work.ts';
import { isMedia, readMedia, type MediaRecord } from './media-item.ts';
import { addMedia, readPreview, removeMedia } from './media-storage.ts';
import classes from './gallery.module.css';

const firstShown = 24;
const moreShown = 60;

/** The photos and videos that admins see: copies in the browser, so that the originals can be moved or deleted. */
export function GallerySharing() {
  const { database } = useCompanion();
  const items = useSharedItems('gallery');
  const work = useWork();
  const [progress, setProgress] = useState<string | null>(null);
  const [shown, setShown] = useState(firstShown);
  const media = useMemo(() => listMedia(items ?? []), [items]);
  if (items === null) return null;

  const add = (files: readonly File[]) =>
    work.run(async () => {
      const wanted = files.filter(isMedia);
      if (wanted.length === 0) throw new Error('These are no photos or videos. Nothing was added.');
      try {
        const added = await addMedia(database, wanted, (done) =>
          setProgress(`Adding ${done + 1} of ${wanted.length}…`),
        );
        const others = files.length - wanted.length;
        return addedText(added) + (others === 0 ? '' : ` ${others} ${others === 1 ? 'is' : 'are'} no photo or video.`);
      } finally {
        setProgress(null);
      }
    });
  const remove = (keys: readonly string[]) =>
    work.run(async () => {
      await removeMedia(database, keys);
      return 'Taken out. The next update removes it from the server.';
    });
  const size = media.reduce((sum, each) => sum + each.record.size, 0);
  const summary = countText(media.length, 'photo or video', 'photos and videos');

  return (
    <ItemsPanel
      summary={`${summary} to share${size > 0 ? `, ${sizeText(size)}` : ''}`}
      work={work}
      actions={
        <>
          <FileButton multiple accept="image/*,video/*" onChange={(files) => files.length > 0 && add(files)}>
            {(props) => (
              <Button {...props} size="md" leftSection={<IconPhotoPlus size={20} aria-hidden />} loading={work.isBusy}>
                Add photos or videos
              </Button>
            )}
          </FileButton>
          <RemoveAllButton
            count={media.length}
            isBusy={work.isBusy}
            onConfirm={() => remove(media.map(({ key }) => key))}
          />
        </>
      }
    >
      {progress !== null && <Text component="output">{progress}</Text>}
      {media.length > 0 && (
        <ul className={classes.grid}>
          {media.slice(0, shown).map(({ key, record }) => (
            <li key={key} className={classes.cell}>
              <Thumbnail itemKey={key} record={record} />
              <button
                type="button"
                className={classes.remove}
                disabled={work.isBusy}
                onClick={() => remove([key])}
                aria-label={`Take ${record.fileName} out`}
              >
                <IconX size={18} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {media.length > shown && (
        <Button variant="default" size="md" onClick={() => setShown(shown + moreShown)}>
          Show more ({(media.length - shown).toLocaleString('en')})
        </Button>
      )}
    </ItemsPanel>
  );
}

/** The preview, or an icon with the name when the browser cannot open the file. */
function Thumbnail({ itemKey, record }: { itemKey: string; record: MediaRecord }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    let made: string | null = null;
    const load = async () => {
      const file = await readPreview(itemKey);
      if (file === null || !isCurrent) return;
      made = URL.createObjectURL(file);
      setUrl(made);
    };
    // Without a preview it is shown by its name.
    load().catch(() => undefined);
    return () => {
      isCurrent = false;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [itemKey]);
  const Sign = record.kind === 'VIDEO' ? IconMovie : IconPhoto;
  if (url !== null) {
    return (
      <>
        <img className={classes.picture} src={url} alt={record.fileName} />
        {record.kind === 'VIDEO' && <IconMovie className={classes.film} size={20} aria-hidden />}
      </>
    );
  }
  return (
    <span className={classes.unseen}>
      <Sign size={28} stroke={1.5} aria-hidden />
      <span className={classes.name}>{record.fileName}</span>
    </span>
  );
}

function listMedia(items: readonly { key: string; record: Record<string, unknown> }[]) {
  return items
    .flatMap(({ key, record }) => {
      const known = readMedia(record);
      return known === null ? [] : [{ key, record: known }];
    })
    .toSorted((one, other) => other.record.takenAt.localeCompare(one.record.takenAt));
}
