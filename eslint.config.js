import simpleImportSort from "eslint-plugin-simple-import-sort"
import tseslint from "typescript-eslint"

const farFile = {
  regex: String.raw`^(\.\./){3,}(src|tasks|test|extras)/`,
  message: "Import a file of another room from the root: #src/…",
}

export default tseslint.config(
  {
    ignores: [
      "dist/",
      "extras/create/package/dist/",
      "artifacts/",
      "cache/",
      "types/",
      "coverage/",
      "site/",
      "src/devnet/artifacts/",
      "extras/swap/src/artifacts/",
      "examples/",
      "test/golden/",
    ],
  },
  {
    files: ["**/*.ts"],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    plugins: { "simple-import-sort": simpleImportSort },
    rules: {
      "simple-import-sort/imports": [
        "error",
        { groups: [[String.raw`^\u0000`], ["^node:"], [String.raw`^@?\w`], ["^"], ["^[#.]"]] },
      ],
      "simple-import-sort/exports": "error",
      "no-duplicate-imports": ["error", { allowSeparateTypeImports: true }],
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      eqeqeq: "error",
      "no-console": "error",
      "no-restricted-imports": ["error", { patterns: [farFile] }],
      "no-restricted-globals": [
        "error",
        ...["AsyncDisposableStack", "DisposableStack"].map((name) => ({
          name,
          message: "Node 22 does not have it. Use src/primitives/lifetime/Disposables.ts.",
        })),
      ],
    },
  },
  {
    // The compiler infers the declarations of tasks' rows, so it does not ask for those of functions.
    files: ["src/**/*.ts", "tasks/**/*.ts", "extras/*/{src,tasks}/**/*.ts"],
    rules: { "@typescript-eslint/explicit-module-boundary-types": "error" },
  },
  {
    files: ["src/**/*.ts", "tasks/**/*.ts", "extras/*/{src,tasks}/**/*.ts"],
    ignores: ["src/onchain/submission/**", "src/devnet/**", "src/testing/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [
            {
              name: "viem/actions",
              importNames: [
                ...["sendTransaction", "sendRawTransaction", "signTransaction", "prepareTransactionRequest"],
                ...["writeContract", "deployContract"],
              ],
              message: "Send with src/onchain/submission, which bounds what the gas costs.",
            },
          ],
          patterns: [farFile],
        },
      ],
    },
  },
  {
    // chai's assertions are property reads, and a test may reach past what types allow: that is how it feeds bad input.
    files: ["test/**/*.ts", "extras/*/test/**/*.ts"],
    rules: {
      "@typescript-eslint/no-unused-expressions": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      "no-restricted-syntax": [
        "error",
        {
          selector: "Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)(Each)?$/]",
          message: "Mocha runs this around the tests of all files. Put it into the describe of its own tests.",
        },
      ],
    },
  },
  {
    files: [
      "scripts/**/*.ts",
      "action/**/*.ts",
      "bench/**/*.ts",
      "examples/**/*.ts",
      "test/**/*.ts",
      "extras/*/test/**/*.ts",
    ],
    rules: { "no-console": "off" },
  },
)
