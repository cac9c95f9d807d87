await import('../packages/server/src/cli/reset-password.ts');
