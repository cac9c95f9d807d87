/** `npm run release:try`: installs, upgrades and removes a release that was made, in an empty Debian and in containers. See release/README.md. */
import { ReleaseError } from './release/release-error.ts';
import { tryRelease } from './release/try/try-release.ts';

try {
  if (!(await tryRelease(process.argv.slice(2)))) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
