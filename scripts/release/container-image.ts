import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../core/paths.ts';
import { runCommand } from './commands.ts';
import { fill } from './debian-package.ts';
import { packTar, settle, sha256, type Release } from './release-files.ts';
import { ReleaseError } from './release-error.ts';

const templates = path.join(root, 'release/container');

/** Files of the container that name the version. The others are copied as they are. */
export function writeContainerFiles({ version, arch, out }: Release): void {
  for (const name of readdirSync(templates)) {
    const text = readFileSync(path.join(templates, name), 'utf8');
    writeFileSync(path.join(out, name), fill(text, { VERSION: version, ARCH: arch }));
  }
}

/** Builds the image from the Dockerfile of the release, and writes it as an OCI archive. Returns the name of the archive. */
export async function makeImage(release: Release): Promise<string> {
  const { version, arch, epoch, work, out } = release;
  const context = path.join(work, 'context');
  const layout = path.join(work, 'image');
  for (const folder of [context, layout]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(context);
  for (const name of ['Dockerfile', `fairwatch_${version}_linux_${arch}.tar.gz`])
    cpSync(path.join(out, name), path.join(context, name));
  const tag = `localhost/fairwatch:${version}`;
  // Docker's format, because the one of OCI has no health check. Without layers of before, as on a machine that never built it.
  const options = ['--format', 'docker', '--no-cache', '--timestamp', String(epoch), '--tag', tag];
  const args = ['--build-arg', `VERSION=${version}`, '--build-arg', `TARGETARCH=${arch}`];
  await runCommand('buildah', ['bud', ...options, ...args, context], { cwd: work }).catch(explain);
  await runCommand('buildah', ['push', tag, `dir:${layout}`], { cwd: work });
  writeOciLayout(layout, tag);
  settle(layout, epoch);
  const name = `fairwatch_${version}_linux_${arch}.oci.tar`;
  await packTar(path.join(out, name), layout, ['blobs', 'index.json', 'oci-layout'], epoch);
  return name;
}

function explain(error: unknown): never {
  if (!(error instanceof ReleaseError)) throw error;
  throw new ReleaseError(
    `${error.message}\nThe image needs buildah and its base. To leave it out, add --without-image.`,
  );
}

interface Descriptor {
  mediaType: string;
  size: number;
  digest: string;
}

const oci = 'application/vnd.oci.image';

/** Turns what buildah wrote in Docker's format into an OCI layout. The configuration keeps its health check, which Docker reads there, too. */
function writeOciLayout(folder: string, tag: string): void {
  const blobs = path.join(folder, 'blobs/sha256');
  mkdirSync(blobs, { recursive: true });
  const manifest = ociManifest(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
  for (const name of globSync('[0-9a-f]*', { cwd: folder }).filter((each) => /^[0-9a-f]{64}$/.test(each)))
    renameSync(path.join(folder, name), path.join(blobs, name));
  const bytes = Buffer.from(JSON.stringify(manifest));
  writeFileSync(path.join(blobs, sha256(bytes)), bytes);
  const entry = {
    mediaType: `${oci}.manifest.v1+json`,
    size: bytes.length,
    digest: `sha256:${sha256(bytes)}`,
    annotations: {
      'org.opencontainers.image.ref.name': tag.slice(tag.lastIndexOf(':') + 1),
      'io.containerd.image.name': tag,
    },
  };
  const index = { schemaVersion: 2, mediaType: `${oci}.index.v1+json`, manifests: [entry] };
  writeFileSync(path.join(folder, 'index.json'), JSON.stringify(index));
  writeFileSync(path.join(folder, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
}

/** The manifest of an image in OCI's words, from Docker's. */
export function ociManifest(text: string): {
  schemaVersion: 2;
  mediaType: string;
  config: Descriptor;
  layers: Descriptor[];
} {
  const { config, layers } = JSON.parse(text) as { config: Descriptor; layers: Descriptor[] };
  const inOci = ({ mediaType, size, digest }: Descriptor) => ({
    mediaType: mediaType.endsWith('.gzip') ? `${oci}.layer.v1.tar+gzip` : `${oci}.layer.v1.tar`,
    size,
    digest,
  });
  return {
    schemaVersion: 2,
    mediaType: `${oci}.manifest.v1+json`,
    config: { mediaType: `${oci}.config.v1+json`, size: config.size, digest: config.digest },
    layers: layers.map(inOci),
  };
}
