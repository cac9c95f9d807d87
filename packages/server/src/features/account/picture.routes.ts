import { picturePath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../core/app-error.ts';
import { isAddress } from '../../core/http/secret-address.ts';
import type { Services } from '../../core/services.ts';
import { findPicture } from '../../core/session/profile-picture.store.ts';

/**
 * Where browsers fetch the pictures of accounts. The address is the ticket: 24 random bytes, told only to those who may
 * see the account, and another one for each picture. So what is behind it never changes, and browsers keep it.
 */
export function servePictures(app: FastifyInstance, { db }: Services): void {
  app.route<{ Params: { address: string } }>({
    method: ['GET', 'HEAD'],
    url: `${picturePath}/:address`,
    config: { access: 'ticket' },
    handler: async ({ params }, reply) => {
      if (!isAddress(params.address)) throw new AppError('file_not_found');
      const bytes = await findPicture(db, params.address);
      if (bytes === null) throw new AppError('file_not_found');
      return reply
        .headers({
          'content-type': 'image/webp',
          'cache-control': 'private, max-age=31536000, immutable',
          'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        })
        .send(bytes);
    },
  });
}
