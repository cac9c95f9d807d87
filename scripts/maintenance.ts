await import('../packages/server/src/cli/maintenance.ts');
