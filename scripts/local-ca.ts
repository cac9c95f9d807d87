await import('../packages/server/src/local-ca.ts');
