await import('../packages/server/src/cli/restore.ts');
