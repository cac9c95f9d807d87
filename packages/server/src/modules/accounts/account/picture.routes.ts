import { picturePath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../core/app-error.ts';
import { isUrlToken } from '../../../core/http/url-token.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findPicture } from '../profile-picture.store.ts';

/**
 * Serves the pictures of accounts. The URL contains 24 random bytes and is the permission: only those who may
 * see the account know it. Each picture gets a new URL, so browsers can cache it forever.
 */
export function servePictures(app: FastifyInstance, { db }: Services): void {
  app.route<{ Params: { address: string } }>({
    method: ['GET', 'HEAD'],
    url: `${picturePath}/:address`,
    config: { access: 'ticket' },
    handler: async ({ params }, reply) => {
      if (!isUrlToken(params.address)) throw new AppError('file_not_found');
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
