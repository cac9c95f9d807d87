import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../commands.ts';

/** Containers on this machine, apart from those that it has otherwise. */
export interface Engine {
  /** Runs `podman`, `buildah` or `podman-compose` and returns what it printed. */
  run(program: string, args: readonly string[], cwd?: string): Promise<string>;
  env: Readonly<Record<string, string>>;
}

/**
 * Sets podman and buildah up for a machine without systemd, whose cgroups they may not manage, and gives them a stand-in for the base of the
 * Dockerfile, made from Debian's packages: it needs no registry of images.
 */
export async function openEngine(work: string, base: string): Promise<Engine> {
  const folder = path.join(work, 'containers');
  mkdirSync(folder, { recursive: true });
  const settings = path.join(folder, 'containers.conf');
  writeFileSync(
    settings,
    `[containers]
default_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`,
  );
  const storage = path.join(folder, 'storage.conf');
  writeFileSync(
    storage,
    `[storage]
driver = "overlay"
graphroot = "${path.join(folder, 'storage')}"
runroot = "${path.join(folder, 'run')}"
`,
  );
  const env = { CONTAINERS_CONF: settings, CONTAINERS_STORAGE_CONF: storage, BUILDAH_ISOLATION: 'chroot' };
  const engine: Engine = { env, run: (program, args, cwd = folder) => runCommand(program, args, { cwd, env }) };
  const name = 'docker.io/library/debian:bookworm-slim';
  const images = await engine.run('podman', ['images', '--format', '{{.Repository}}:{{.Tag}}']);
  if (!images.split('\n').includes(name)) await engine.run('podman', ['import', base, name]);
  return engine;
}
