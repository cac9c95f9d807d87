import type { GalleryItem } from '@fairwatch/contract';
import { IconMovie, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './gallery.module.css';
import { altOf } from './media-texts.ts';

interface PreviewProps {
  item: GalleryItem;
  /** Null when there is none, or not yet a way to fetch it. */
  address: string | null;
}

/** The small picture of an item; its name where there is none, or where it cannot be shown. */
export function Preview({ item, address }: PreviewProps) {
  /** The address that failed: another one may work. */
  const [broken, setBroken] = useState<string | null>(null);
  if (item.previewHash !== null && address === null) return null;
  if (address === null || broken === address) return <Placeholder item={item} />;
  return (
    <img
      className={classes.picture}
      src={address}
      alt={altOf(item)}
      decoding="async"
      draggable={false}
      onError={() => setBroken(address)}
    />
  );
}

function Placeholder({ item: { kind, fileName } }: { item: GalleryItem }) {
  const Icon = kind === 'PHOTO' ? IconPhoto : IconMovie;
  return (
    <span className={classes.placeholder}>
      <Icon size={28} stroke={1.3} aria-hidden />
      <span className={classes.placeholderName}>{fileName}</span>
    </span>
  );
}
