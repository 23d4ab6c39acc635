/**
 * Imports a file of this package when it is needed.
 *
 * What runs TypeScript for Hardhat rewrites each file that has an `import()`, and maps each word of that file to its place: 10 ms of each
 * command for the 40 of the tasks' definitions. This file has the only one of what every command loads. The type keeps both sides together,
 * and a test imports each file by its path.
 *
 * @param path of the file, from the folder that has `src` and `tasks`
 * @example
 * const { hintAtCommandLine } = await importFile<typeof import("./hintAtCommandLine.js")>("src/plugin/hooks/hintAtCommandLine.js")
 */
export function importFile<Module>(path: string): Promise<Module> {
  return import(`../../${path}`) as Promise<Module>
}
