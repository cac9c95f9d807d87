import { picturePath } from '@fairwatch/contract';
import type { Session } from '../../core/http/route.ts';
import { makeAddress } from '../../core/http/secret-address.ts';
import type { Services } from '../../core/services.ts';
import { makeSquare } from '../../core/session/profile-picture.ts';
import { deletePicture, savePicture } from '../../core/session/profile-picture.store.ts';

/** Sets the caller's own picture. It gets a new address, so that a copy of the old address stops working. */
export async function setPicture(services: Services, { userId }: Session, image: string) {
  const square = await makeSquare(Buffer.from(image, 'base64'), userId);
  const address = makeAddress();
  await savePicture(services.db, userId, address, square);
  tell(services);
  return { profileIconPath: `${picturePath}/${address}` };
}

export async function dropPicture(services: Services, { userId }: Session): Promise<null> {
  await deletePicture(services.db, userId);
  tell(services);
  return null;
}

function tell({ bus }: Services): void {
  for (const feature of ['users', 'profile']) bus.publish('changed', { feature, deviceId: null });
}
