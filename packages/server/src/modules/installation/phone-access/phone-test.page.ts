import { createHash } from 'node:crypto';
import { phoneTestPath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import type { PhoneArrival } from '../../../shared/services/phone-tests.ts';
import type { Services } from '../../../shared/services/services.ts';
import texts from './phone-test.texts.json' with { type: 'json' };

const styles =
  ':root{color-scheme:light dark}' +
  'body{margin:0;padding:12vh 1.5rem;background:light-dark(#faf9f7,#171614);color:light-dark(#23201d,#e6e2db);font:1.0625rem/1.5 system-ui,sans-serif}' +
  'main{max-width:30rem;margin:auto}' +
  'h1{margin:0 0 .5rem;font-size:1.75rem;line-height:1.2}' +
  '.HTTPS h1{color:light-dark(#1c7544,#6cc48f)}' +
  '.HTTP h1{color:light-dark(#8a5a00,#e3b65f)}' +
  'p{margin:0 0 1rem}' +
  '.about{padding-top:1rem;border-top:1px solid light-dark(#e6e2db,#363330);color:light-dark(#6e675d,#a8a299)}';

/** No script, no image, no connection: nothing but the words and their style. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const statuses: Readonly<Record<PhoneArrival, number>> = { REACHED: 200, AGAIN: 410, OVER: 410, UNKNOWN: 404 };

/**
 * Serves the page of a test to whoever opens its address. It counts as reached when it is fetched: a phone that shows it has come through network,
 * name and certificate. A HEAD request is of a program that looks ahead, and counts as nothing.
 */
export function servePhoneTests(app: FastifyInstance, { phoneTests }: Pick<Services, 'phoneTests'>): void {
  app.route<{ Params: { test: string } }>({
    method: 'GET',
    url: `${phoneTestPath}/:test`,
    exposeHeadRoute: false,
    config: { access: 'ticket' },
    handler: async (request, reply) => {
      const isSecure = request.protocol === 'https';
      const arrival = phoneTests.arrive(request.params.test, isSecure);
      return await reply
        .code(statuses[arrival])
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy': policy,
          'x-robots-tag': 'noindex',
        })
        .send(pageOf(arrival, isSecure ? 'HTTPS' : 'HTTP'));
    },
  });
}

/** The page's words are ours, and nothing of the request is among them. */
function pageOf(arrival: PhoneArrival, over: keyof typeof texts.reached): string {
  const { title, text } = {
    REACHED: texts.reached[over],
    AGAIN: texts.again,
    OVER: texts.over,
    UNKNOWN: texts.unknown,
  }[arrival];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts.title}</title>
<style>${styles}</style>
</head>
<body>
<main class="${arrival === 'REACHED' ? over : arrival}">
<h1>${title}</h1>
<p>${text}</p>
<div class="about">
<p>${texts.what}</p>
<p>${texts.nothing}</p>
<p>${texts.close}</p>
</div>
</main>
</body>
</html>
`;
}
