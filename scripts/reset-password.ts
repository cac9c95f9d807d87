await import('../packages/server/src/reset-password.ts');
