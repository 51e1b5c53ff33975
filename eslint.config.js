import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', '.quern/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.cts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Nest's modules are classes without members; their decorators carry the content.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Nest declares the shapes of its options as classes and takes plain objects.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.spec.ts'],
    rules: {
      // `expect(service.method)` reads better than an arrow around it, and jest calls nothing.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
