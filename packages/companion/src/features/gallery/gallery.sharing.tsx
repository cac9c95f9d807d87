import { sizeText } from '@fairwatch/device/words';
import { Button, FileButton, Text } from '@mantine/core';
import { IconMovie, IconPhoto, IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useCompanion } from '../../core/live/companion-context.ts';
import { addedText } from '../../core/shared-items/item-storage.ts';
import { RemoveAllButton } from '../../core/shared-items/remove-all-button.tsx';
import { ItemsPanel } from '../../core/shared-items/items-panel.tsx';
import { useSharedItems } from '../../core/shared-items/use-shared-items.ts';
import { useWork } from '../../core/shared-items/use-work.ts';
import { isMedia, readMedia, type MediaRecord } from './media-item.ts';
import { addMedia, readPreview, removeMedia } from './media-storage.ts';
import classes from './gallery.module.css';
import { t } from './gallery.texts.ts';
import { commonText } from '../../core/texts/common.texts.ts';
import { itemText } from '../../core/shared-items/shared-items.texts.ts';

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
      if (wanted.length === 0) throw new Error(t('noMedia'));
      try {
        const added = await addMedia(database, wanted, (done) =>
          setProgress(t('adding', { number: done + 1, count: wanted.length })),
        );
        const others = files.length - wanted.length;
        return others === 0 ? addedText(added) : t('addedBesides', { added: addedText(added), count: others });
      } finally {
        setProgress(null);
      }
    });
  const remove = (keys: readonly string[]) =>
    work.run(async () => {
      await removeMedia(database, keys);
      return itemText('takenOut');
    });
  const size = media.reduce((sum, each) => sum + each.record.size, 0);

  return (
    <ItemsPanel
      summary={t(size > 0 ? 'summaryWithSize' : 'summary', { count: media.length, size: sizeText(size) })}
      work={work}
      actions={
        <>
          <FileButton multiple accept="image/*,video/*" onChange={(files) => files.length > 0 && add(files)}>
            {(props) => (
              <Button {...props} size="md" leftSection={<IconPhotoPlus size={20} aria-hidden />} loading={work.isBusy}>
                {t('add')}
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
                aria-label={itemText('takeOneOut', { name: record.fileName })}
              >
                <IconX size={18} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {media.length > shown && (
        <Button variant="default" size="md" onClick={() => setShown(shown + moreShown)}>
          {commonText('showMore', { count: media.length - shown })}
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
