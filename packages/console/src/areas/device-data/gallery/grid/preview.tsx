import type { GalleryItem } from '@fairwatch/contract';
import { IconMovie, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import classes from '../gallery.module.css';
import { altOf } from '../media-texts.ts';

interface PreviewProps {
  item: GalleryItem;
  /** Null when the item has no preview, or while the content ticket is being loaded. */
  address: string | null;
}

/** The thumbnail of an item, or a placeholder with its name when there is none or it fails to load. */
export function Preview({ item, address }: PreviewProps) {
  /** Stored by address, because a renewed address may work. */
  const [failedAddress, setFailedAddress] = useState<string | null>(null);
  if (item.previewHash !== null && address === null) return null;
  if (address === null || failedAddress === address) return <Placeholder item={item} />;
  return (
    <img
      className={classes.picture}
      src={address}
      alt={altOf(item)}
      decoding="async"
      draggable={false}
      onError={() => setFailedAddress(address)}
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
