/**
 * Imports a task's action when the task runs.
 *
 * Every command loads every definition, and what runs TypeScript for Hardhat rewrites each `import()` of a file, and maps each word of that
 * file to its place: 10 ms of each command for the 40 of the definitions. This file has the only one. The type keeps action and definition
 * together, and a test imports each action by its path.
 *
 * @param path of the action's file, in this folder
 * @example
 * task("devnet").setAction(loadAction<typeof import("./devnet/devnet.js")>("devnet/devnet.js"))
 */
export function loadAction<Module>(path: string): () => Promise<Module> {
  return () => import(`./${path}`) as Promise<Module>
}
