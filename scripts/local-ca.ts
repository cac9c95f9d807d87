await import('../packages/server/src/cli/local-ca.ts');
