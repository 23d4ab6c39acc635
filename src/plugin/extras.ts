import { importFile } from "./importFile.js"

/**
 * Loads what extras offer tasks of the core, when it is asked for. Besides the lists of tasks and what users import, no file of the core names
 * an extra.
 */
export const extras = {
  /** Who can do what on paths, and what of that breaks a policy. */
  auditor: (): Promise<typeof import("#extras/audit/tasks/auditor.js")> => importFile("extras/audit/tasks/auditor.js"),
  /** What a devnet offers a browser. */
  page: (): Promise<typeof import("#extras/page/tasks/openDevnetPage.js")> =>
    importFile("extras/page/tasks/openDevnetPage.js"),
  /** The faults of tests on a devnet, which its page begins and ends. */
  faults: (): Promise<typeof import("#extras/page/tasks/openDevnetFaults.js")> =>
    importFile("extras/page/tasks/openDevnetFaults.js"),
}
