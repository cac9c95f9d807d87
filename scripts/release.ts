/** `npm run release -- 1.2.0`: makes what owners install, from the commit that is checked out. See release/README.md. */
import { makeRelease } from './release/make-release.ts';
import { ReleaseError } from './release/release-error.ts';

try {
  const [version, ...options] = process.argv.slice(2);
  await makeRelease(version, { withoutImage: options.includes('--without-image') });
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
