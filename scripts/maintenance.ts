await import('../packages/server/src/maintenance.ts');
