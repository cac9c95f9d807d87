import { picturePath } from '@fairwatch/contract';
import type { Session } from '../../../shared/session.ts';
import { createUrlToken } from '../../../core/http/url-token.ts';
import type { Services } from '../../../shared/services/services.ts';
import { makeSquarePicture } from '../profile-picture.ts';
import { deletePicture, savePicture } from '../profile-picture.store.ts';

/** Sets the caller's own picture. Its URL is new, so that copies of the old URL stop working. */
export async function setOwnPicture(services: Services, { userId }: Session, image: string) {
  const square = await makeSquarePicture(Buffer.from(image, 'base64'), userId);
  const address = createUrlToken();
  await savePicture(services.db, userId, address, square);
  publishProfileChange(services);
  return { profileIconPath: `${picturePath}/${address}` };
}

export async function removeOwnPicture(services: Services, { userId }: Session): Promise<null> {
  await deletePicture(services.db, userId);
  publishProfileChange(services);
  return null;
}

function publishProfileChange({ bus }: Services): void {
  for (const feature of ['users', 'profile'] as const) bus.publish('changed', { feature, deviceId: null });
}
