import { payloadMetaNames } from '@fairwatch/contract';
import type { HtmlTagDescriptor, Plugin } from 'vite';

function meta(name: string, content: string): HtmlTagDescriptor {
  return { tag: 'meta', attrs: { name, content } };
}

/** While developing, the page comes from Vite instead of the server, which would tell the payload mode in it. */
export function payloadMeta(): Plugin {
  return {
    name: 'payload-meta',
    apply: 'serve',
    transformIndexHtml() {
      const { PAYLOAD_MODE: mode, PAYLOAD_SECRET: secret } = process.env;
      if (!mode || mode === 'PLAINTEXT' || !secret) return [];
      return [meta(payloadMetaNames.mode, mode), meta(payloadMetaNames.secret, secret)];
    },
  };
}
